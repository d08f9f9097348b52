import { useTranslation } from 'react-i18next';
import { tenantEndpoints } from '#system/tenants/contract/endpoints.ts';
import { ConfigPage } from './config-page.tsx';
import { StorageDialog } from './storage-dialog.tsx';

const FIELDS = ['endpoint', 'bucketName', 'region', 'staticDomain', 'accessKey', 'secretKey'];

/** Platform.md 3: where the tenant's files lie; set, tried and taken away here. */
export default function StoragePage() {
  const { t } = useTranslation('tenants');
  return (
    <ConfigPage
      code="storage"
      fields={FIELDS}
      termOf={(name) => t(`oss.${name}`)}
      configIn={(info) => info.ossConfig}
      clearBy={tenantEndpoints.clearStorage}
      dialog={StorageDialog}
    />
  );
}
