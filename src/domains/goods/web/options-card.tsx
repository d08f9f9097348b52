import { useTranslation } from 'react-i18next';
import { readersName } from '#platform/i18n/web/readers-name.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { Card } from '#ui/card/card.tsx';
import { Money } from '#ui/money/money.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import type { Beverage } from '../contract/beverages.ts';

/** What customers choose for a drink, with what each category costs more. */
export function OptionsCard({ beverage }: { beverage: Beverage }) {
  const { t } = useTranslation('beverages');
  const { currency } = useTenant();
  const { groups } = beverage;
  return (
    <Card title={t('kind.section.options')}>
      {groups.length === 0 && <p className="quiet">{t('option.none')}</p>}
      {groups.map((group) => (
        <section key={group.id} className="goods-group">
          <h3>
            {readersName(group)}{' '}
            <small className="quiet">
              {t(group.kind === 'single' ? 'option.single' : 'option.multiple')}
              {group.required && `, ${t('option.required')}`}
            </small>
          </h3>
          <ul className="goods-lines">
            {group.choices.map((choice) => (
              <li key={choice.id}>
                <span>{readersName(choice)}</span>
                {choice.id === group.defaultChoiceId && <Tag tone="info">{t('option.begin')}</Tag>}
                <span className="figures">
                  {choice.costMinor === 0 ? (
                    <span className="quiet">{t('option.free')}</span>
                  ) : (
                    <>
                      +<Money minor={choice.costMinor} currency={currency} />
                    </>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Card>
  );
}
