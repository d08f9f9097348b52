import { useTranslation } from 'react-i18next';
import type { OrderDetail } from '#domains/orders/contract/order-record.ts';
import { useIsNarrow } from '#ui/record-table/use-media.ts';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { Time } from '#ui/time/time.tsx';
import { orderStepTags } from '../order-tags.ts';
import { DrawnArt } from './drawn-art.tsx';

type Drink = OrderDetail['drinks'][number];

/** One row per cup: how far the robot is with it. */
export function DrinkList({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders');
  const isNarrow = useIsNarrow();
  if (isNarrow) {
    return (
      <ul className="entry-list entry-cards">
        {order.drinks.map((drink) => (
          <li key={drink.drinkNo}>
            <div className="entry-line">
              <span>
                {drink.drinkNo}. {drink.name}
              </span>
              <StatusTag of={orderStepTags} code={drink.step} />
            </div>
            <DrinkNotes drink={drink} />
            {drink.startedAt && (
              <div className="quiet figures">
                <Time at={drink.startedAt} part="clock" zone="never" />
                {drink.finishedAt && (
                  <>
                    {' – '}
                    <Time at={drink.finishedAt} part="clock" zone="never" />
                  </>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
    );
  }
  return (
    <ScrollBox label={t('detail.drinks')}>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{t('drink.number')}</th>
            <th scope="col">{t('drink.name')}</th>
            <th scope="col">{t('drink.step')}</th>
            <th scope="col" className="end">
              {t('drink.startedAt')}
            </th>
            <th scope="col" className="end">
              {t('drink.finishedAt')}
            </th>
          </tr>
        </thead>
        <tbody>
          {order.drinks.map((drink) => (
            <tr key={drink.drinkNo}>
              <td>{drink.drinkNo}</td>
              <td>
                {drink.name}
                <DrinkNotes drink={drink} />
              </td>
              <td>
                <StatusTag of={orderStepTags} code={drink.step} />
              </td>
              <td className="end">{drink.startedAt ? <Time at={drink.startedAt} part="clock" zone="never" /> : '–'}</td>
              <td className="end">
                {drink.finishedAt ? <Time at={drink.finishedAt} part="clock" zone="never" /> : '–'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function DrinkNotes({ drink }: { drink: Drink }) {
  const { t } = useTranslation('orders');
  return (
    <>
      <DrawnArt art={drink.latteArt} />
      {drink.failure && (
        <div className="quiet">{t(`drink.failure.${drink.failure}`, { defaultValue: drink.failure })}</div>
      )}
      {drink.refunded && <div className="quiet">{t('drink.refunded')}</div>}
    </>
  );
}
