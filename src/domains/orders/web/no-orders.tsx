import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#ui/button/button.tsx';
import { Empty } from '#ui/empty/empty.tsx';

/** A list without orders, of this tab or at all; the words come when they are needed. */
export default function NoOrders({ view }: { view?: string }) {
  return view === undefined ? <FirstOrder /> : <NothingInView view={view} />;
}

/** Before the first order: what stands here later and how to get it (ux-guide 9). */
function FirstOrder() {
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

/** What would stand in the tab. */
function NothingInView({ view }: { view: string }) {
  const { t } = useTranslation('order-empty');
  return <Empty title={t(`${view}.title`)}>{t(`${view}.text`)}</Empty>;
}
