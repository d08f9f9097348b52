import { useTranslation } from 'react-i18next';
import { upload } from '#platform/http/web/call.ts';
import { ImportPage } from '#system/transfers/web/index.ts';
import { ROBOT_IMPORT_LIMITS, robotEndpoints } from '../contract/endpoints.ts';

/** Robots out of a table: each row is added as by hand. */
export default function RobotImportPage() {
  const { t } = useTranslation('robots');
  const { t: tImport } = useTranslation('transfers');
  return (
    <ImportPage
      kind="robots"
      title={tImport('robots.title')}
      intro={tImport('robots.intro')}
      columns={[
        { key: 'imei', label: t('field.imei') },
        { key: 'name', label: t('field.name') },
        { key: 'spotName', label: t('field.spotName') },
      ]}
      limits={ROBOT_IMPORT_LIMITS}
      check={(file, options) => upload(robotEndpoints.importCheck, file, {}, { ...options, notices: 'none' })}
      list={{ to: '/devices/robots', label: tImport('robots.toRobots') }}
    />
  );
}
