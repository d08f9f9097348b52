import { useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { lazyAgain } from '#platform/routing/web/lazy-again.ts';
import { askWhy } from '#platform/viewer/web/ask-why.ts';
import { Button, ButtonLink } from '#ui/button/button.tsx';
import { readFailedPlace } from './failed-place.ts';
import { SelfCheck } from './self-check.tsx';
import { StatePage } from './state-page.tsx';
import { stateOf } from './state-pages.ts';

const SELF_CHECK = '/test/home';
const KIT = '/test/kit';
const Kit = lazyAgain(() => import('./kit/kit.tsx'));

/** Pages of the frame itself: they need no menu entry and open no tab. */
export function isFramePage(pathname: string): boolean {
  return stateOf(pathname) !== undefined || pathname === SELF_CHECK || pathname === KIT;
}

/** What the document is called while a page of the frame is shown; undefined for every other page. */
export function useFramePageTitle(pathname: string): string | undefined {
  const { t } = useTranslation('console');
  if (pathname === SELF_CHECK) return t('check.title');
  if (pathname === KIT) return t('check.kit');
  const code = stateOf(pathname);
  return code && t(`state.${code}.title`);
}

export function FramePage({ pathname }: { pathname: string }) {
  const { t } = useTranslation('console');
  const { t: tUi } = useTranslation('ui');
  const queryClient = useQueryClient();
  const { failed, requestId, missing } = readFailedPlace(useLocation().state);
  if (pathname === SELF_CHECK) return <SelfCheck />;
  if (pathname === KIT)
    return (
      <Suspense>
        <Kit />
      </Suspense>
    );
  const code = stateOf(pathname) ?? '404';
  return (
    <StatePage code={code} title={t(`state.${code}.title`)} text={t(`state.${code}.text`)}>
      {requestId && <small>{tUi('requestId', { id: requestId })}</small>}
      <div className="button-group">
        {failed && (
          // the page waits behind this one with what failed
          <ButtonLink
            kind="primary"
            icon="refresh"
            to={failed}
            replace
            onClick={() =>
              void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
            }
          >
            {tUi('retry')}
          </ButtonLink>
        )}
        {missing && <Button onClick={() => askWhy({ path: missing })}>{tUi('error.forbidden.why')}</Button>}
        <ButtonLink kind={failed ? 'default' : 'primary'} to="/">
          {t('state.home')}
        </ButtonLink>
      </div>
    </StatePage>
  );
}
