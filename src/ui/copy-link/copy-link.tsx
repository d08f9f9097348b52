import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { tenantLink } from '#platform/routing/web/tenant-link.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { IconButton } from '../button/button.tsx';
import { toast } from '../toast/toasts.tsx';
import { copyText } from './copy-text.ts';

export interface CopyLinkProps {
  /** Without one the page as it is seen: filters, sort, open panel. */
  to?: string;
  small?: boolean;
}

/** Copies an address that a colleague opens in the same tenant. */
export function CopyLink({ to, small }: CopyLinkProps) {
  const { t } = useTranslation('ui');
  const { pathname, search } = useLocation();
  const { id } = useTenant();
  const copy = async (): Promise<void> => {
    await copyText(tenantLink(to ?? pathname + search, { origin: location.origin, tenantId: id }));
    toast.success(t('link.copied'));
  };
  return <IconButton icon="link" small={small} label={t('link.copy')} onClick={() => void copy()} />;
}
