import { useTranslation } from 'react-i18next';
import { HelpLink } from '#system/help/web/index.ts';

/** How a tenant is set up, beside the forms that do it. */
export function SetupHelp() {
  const { t } = useTranslation('tenants');
  return <HelpLink to="tenant-setup">{t('settings.help')}</HelpLink>;
}
