import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#ui/button/button.tsx';
import { SelfCheck } from './self-check.tsx';

const STATES: Readonly<Record<string, string>> = {
  '/404': '404',
  '/403': '403',
  '/exception/403': '403',
  '/exception/404': '404',
  '/exception/500': '500',
};
const SELF_CHECK = '/test/home';

/** Pages of the frame itself: they need no menu entry and open no tab. */
export function isFramePage(pathname: string): boolean {
  return pathname in STATES || pathname === SELF_CHECK;
}

export function FramePage({ pathname }: { pathname: string }) {
  const { t } = useTranslation('console');
  if (pathname === SELF_CHECK) return <SelfCheck />;
  const code = STATES[pathname] ?? '404';
  return (
    <div className="state-page">
      <strong aria-hidden="true">{code}</strong>
      <h1 tabIndex={-1}>{t(`state.${code}.title`)}</h1>
      <p>{t(`state.${code}.text`)}</p>
      <ButtonLink kind="primary" to="/">
        {t('state.home')}
      </ButtonLink>
    </div>
  );
}
