import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#ui/button/button.tsx';
import { Empty } from '#ui/empty/empty.tsx';

/** Before the first robot: what stands here later and how to get it (ux-guide 9). */
export function FirstRobot({
  action = <ToList />,
}: {
  /** Adding one, where the page can. */
  action?: ReactNode;
}) {
  const { t } = useTranslation('robots');
  return (
    <Empty icon="robot" title={t('first.title')} action={action}>
      {t('first.text')}
    </Empty>
  );
}

function ToList() {
  const { t } = useTranslation('robots');
  return <ButtonLink to="/devices/robots">{t('detail.toList')}</ButtonLink>;
}
