import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import type { OrderDetail } from '#domains/orders/contract/order-record.ts';
import { joinWords } from '#platform/i18n/rules/join-words.ts';
import { Allowed } from '#ui/allowed/allowed.tsx';
import { CheckboxField } from '#ui/fields/checkbox-field.tsx';
import { FieldNotes } from '#ui/fields/field-frame.tsx';
import { useField, useForm } from '#ui/form-dialog/form-context.ts';
import { Money } from '#ui/money/money.tsx';
import { useOrderCommands } from '../refund-queries.ts';
import { areAwaited, isWithRobot, remakeCups, worthOfCups } from './cups-of.ts';

interface CupsFieldProps {
  order: OrderDetail;
  /** Asked for where no cup is chosen. */
  amount: ReactNode;
}

/** The cups of the order with what each brings back; with none of them an amount is asked for. */
export function CupsField({ order, amount }: CupsFieldProps) {
  const { t } = useTranslation(['refund-dialog', 'orders']);
  const field = useField({ name: 'drinkNos', label: t('cups.choose') });
  const form = useForm();
  const chosen = Array.isArray(field.value) ? (field.value as number[]) : [];
  const { currency, refundableMinor } = order.money;
  const choose = (drinkNos: readonly number[]): void => {
    field.set(drinkNos.length > 0 ? drinkNos : undefined);
    if (drinkNos.length > 0) form.set('amountMinor', undefined);
    else if (chosen.length > 0) form.set('amountMinor', refundableMinor);
  };
  const toggle = (drinkNo: number): void =>
    choose(
      order.drinks
        .map((drink) => drink.drinkNo)
        .filter((one) => (one === drinkNo ? !chosen.includes(one) : chosen.includes(one))),
    );
  const { data: commands = [] } = useOrderCommands(order.orderNo, areAwaited(order, chosen));
  const worth = chosen.length > 0 ? worthOfCups(order, chosen) : undefined;
  return (
    <>
      <fieldset className="field refund-cups" id={field.id} aria-describedby={field.attributes['aria-describedby']}>
        <legend className="field-label">{field.label}</legend>
        <ul>
          {order.drinks.map(({ drinkNo, name, step, failure, refunded }) => {
            const price = refunded ? undefined : worthOfCups(order, [drinkNo]);
            return (
              <li key={drinkNo}>
                <label>
                  <input
                    type="checkbox"
                    checked={chosen.includes(drinkNo)}
                    disabled={price === undefined}
                    onChange={() => toggle(drinkNo)}
                  />
                  <span className="refund-cup">
                    {order.drinks.length > 1 && `${drinkNo}. `}
                    {name}
                    <small className="quiet">
                      {refunded ? t('cups.refunded') : t(`orders:step.${step}`)}
                      {failure && !refunded && ` · ${t(`orders:drink.failure.${failure}`, { defaultValue: failure })}`}
                    </small>
                  </span>
                  {price !== undefined && (
                    <span className="figures">
                      <Money minor={price} currency={currency} />
                    </span>
                  )}
                </label>
              </li>
            );
          })}
        </ul>
        <FieldNotes field={field} />
      </fieldset>
      {areAwaited(order, chosen) && isWithRobot(commands) && (
        <p className="quiet" role="status">
          {t('cups.withRobot')}
        </p>
      )}
      {chosen.length === 0 ? (
        amount
      ) : (
        <p className="refund-sum" aria-live="polite">
          <span>
            {t('cups.sum', { count: chosen.length })}
            {worth === refundableMinor && <small className="quiet"> {t('cups.everything')}</small>}
          </span>
          {worth !== undefined && (
            <strong className="figures">
              <Money minor={worth} currency={currency} />
            </strong>
          )}
        </p>
      )}
    </>
  );
}

/** Beside the refund of some cups, the others that failed are made; to whoever may send them to the robot. */
export function RemakeField({ order }: { order: OrderDetail }) {
  const { t, i18n } = useTranslation('refund-dialog');
  const field = useField({ name: 'drinkNos', label: t('cups.choose') });
  const cups = remakeCups(order, Array.isArray(field.value) ? (field.value as number[]) : undefined);
  if (cups.length === 0) return null;
  const names = order.drinks.filter(({ drinkNo }) => cups.includes(drinkNo));
  return (
    <Allowed by={orderEndpoints.change}>
      <CheckboxField
        name="remake"
        label={t('cups.remake', {
          cups: joinWords(
            names.map(({ drinkNo, name }) => `${drinkNo}. ${name}`),
            i18n.language,
          ),
        })}
      />
    </Allowed>
  );
}
