import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#ui/button/button.tsx';
import { SelfCheck } from './self-check.tsx';
import { StatePage } from './state-page.tsx';
import { stateOf } from './state-pages.ts';

const SELF_CHECK = '/test/home';

/** Pages of the frame itself: they need no menu entry and open no tab. */
export function isFramePage(pathname: string): boolean {
  return stateOf(pathname) !== undefined || pathname === SELF_CHECK;
}

/** What the document is called while a page of the frame is shown; undefined for every other page. */
export function useFramePageTitle(pathname: string): string | undefined {
  const { t } = useTranslation('console');
  if (pathname === SELF_CHECK) return t('check.title');
  const code = stateOf(pathname);
  return code && t(`state.${code}.title`);
}

export function FramePage({ pathname }: { pathname: string }) {
  const { t } = useTranslation('console');
  if (pathname === SELF_CHECK) return <SelfCheck />;
  const code = stateOf(pathname) ?? '404';
  return (
    <StatePage code={code} title={t(`state.${code}.title`)} text={t(`state.${code}.text`)}>
      <ButtonLink kind="primary" to="/">
        {t('state.home')}
      </ButtonLink>
    </StatePage>
  );
}
