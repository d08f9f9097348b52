import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#ui/button/button.tsx';
import { Empty } from '#ui/empty/empty.tsx';

/** Before the first order: what stands here later and how to get it (ux-guide 9). */
export function FirstOrder() {
  const { t } = useTranslation('orders');
  return (
    <Empty
      icon="order"
      title={t('first.title')}
      action={
        <ButtonLink kind="primary" to="/devices/robots">
          {t('first.button')}
        </ButtonLink>
      }
    >
      {t('first.text')}
    </Empty>
  );
}

/** A tab without orders says what would stand in it; the words come when they are needed. */
export function EmptyView({ view }: { view: string }) {
  return (
    <Suspense>
      <EmptyWords view={view} />
    </Suspense>
  );
}

function EmptyWords({ view }: { view: string }) {
  const { t } = useTranslation('order-empty');
  return <Empty title={t(`${view}.title`)}>{t(`${view}.text`)}</Empty>;
}
