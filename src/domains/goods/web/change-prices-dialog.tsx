import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { call } from '#platform/http/web/call.ts';
import { readersName } from '#platform/i18n/web/readers-name.ts';
import { CURRENCIES } from '#platform/money/contract/currency.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { undoChange } from '#platform/undo/web/undo-change.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { selectedIds } from '#system/records/web/record-page.tsx';
import { Button } from '#ui/button/button.tsx';
import { MoneyField } from '#ui/fields/money-field.tsx';
import { RadioField } from '#ui/fields/radio-field.tsx';
import { useForm } from '#ui/form-dialog/form-context.ts';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Money } from '#ui/money/money.tsx';
import { RateField } from '#ui/rate/rate-field.tsx';
import type { Selection } from '#ui/record-list/selection.tsx';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { beverages } from '../contract/beverages.ts';
import { goodsEndpoints } from '../contract/endpoints.ts';
import {
  CHANGED_PRICES,
  MOST_AT_ONCE,
  type NewPrice,
  PRICE_CHANGE_KINDS,
  PRICE_DIRECTIONS,
  PriceChangeForm,
} from '../contract/price-change.ts';
import './goods.css';

interface ChangePricesProps {
  selection: Selection;
  onDone: () => void;
  onClose: () => void;
}

/** The prices of all selected drinks become others; what each becomes is shown before. */
export function ChangePricesDialog({ selection, onDone, onClose }: ChangePricesProps) {
  const { t } = useTranslation('beverages');
  const queryClient = useQueryClient();
  const { currency } = useTenant();
  const [shown, setShown] = useState<readonly NewPrice[]>([]);
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const count = selection.kind === 'ids' ? selection.ids.length : selection.count;
  const changed = shown.filter((price) => price.refused === null && isChanged(price));
  const refused = shown.filter((price) => price.refused !== null);
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['beverages'] });
  if (count > MOST_AT_ONCE) return <TooMany onClose={onClose} count={count} />;
  return (
    <FormDialog
      namespace="beverages"
      title={t('price.title', { count: count - leftOut.size })}
      width={720}
      schema={PriceChangeForm}
      initialValues={{ of: 'both', direction: 'up', by: 'percent', stepMinor: CURRENCIES[currency].cashStep }}
      verb={t('price.verb', { count: changed.length })}
      onSubmit={async (change, { idempotencyKey }) => {
        if (refused.length > 0) throw new Error(t('price.refused', { count: refused.length }));
        if (changed.length === 0) throw new Error(t('price.none'));
        const goods = changed.map(({ id, version }) => ({ id, version }));
        return call(goodsEndpoints.changePrices, { ...change, goods }, { idempotencyKey, notices: 'none' });
      }}
      onSaved={(answer) => {
        const { changed: done, changeId } = answer as { changed: number; changeId: string | null };
        void refresh();
        toast.success(
          t('price.done', { count: done }),
          changeId ? { undo: () => undoChange(changeId).then(refresh) } : {},
        );
        onDone();
      }}
      onClose={onClose}
    >
      <ChangeFields />
      <PricePreview
        selection={selection}
        leftOut={leftOut}
        refused={refused.length}
        onShown={setShown}
        onLeaveOut={() => setLeftOut(new Set([...leftOut, ...refused.map(({ id }) => id)]))}
      />
    </FormDialog>
  );
}

const isChanged = ({ before, after }: NewPrice): boolean =>
  before.originalPriceMinor !== after.originalPriceMinor || before.priceMinor !== after.priceMinor;

function TooMany({ count, onClose }: { count: number; onClose: () => void }) {
  const { t } = useTranslation('beverages');
  useEffect(() => {
    toast.error({ title: t('price.title', { count }), description: t('price.too', { max: MOST_AT_ONCE }) });
    onClose();
  }, [t, count, onClose]);
  return null;
}

function ChangeFields() {
  const { t } = useTranslation('beverages');
  const { values } = useForm();
  return (
    <>
      <div className="form-row">
        <RadioField
          name="direction"
          buttons
          options={PRICE_DIRECTIONS.map((value) => ({ value, label: t(`price.direction.${value}`) }))}
        />
        <RadioField
          name="by"
          buttons
          options={PRICE_CHANGE_KINDS.map((value) => ({ value, label: t(`price.by.${value}`) }))}
        />
        {values['by'] === 'amount' ? <MoneyField name="amountMinor" required /> : <RateField name="rate" required />}
      </div>
      <div className="form-row">
        <RadioField
          name="of"
          buttons
          options={CHANGED_PRICES.map((value) => ({ value, label: t(`price.of.${value}`) }))}
        />
        <MoneyField name="stepMinor" hint={t('price.step')} />
      </div>
    </>
  );
}

interface PreviewProps {
  selection: Selection;
  leftOut: ReadonlySet<string>;
  refused: number;
  onShown: (prices: readonly NewPrice[]) => void;
  onLeaveOut: () => void;
}

function PricePreview({ selection, leftOut, refused, onShown, onLeaveOut }: PreviewProps) {
  const { t } = useTranslation('beverages');
  const { values } = useForm();
  const parsed = PriceChangeForm.safeParse(clean(values));
  const change = useDeferredValue(parsed.success ? JSON.stringify(parsed.data) : undefined);
  const asked = change === undefined ? undefined : (JSON.parse(change) as z.output<typeof PriceChangeForm>);
  const query = useQuery({
    queryKey: ['beverages', 'new-prices', selection, change, [...leftOut]],
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const selected = await selectedIds(beverages as unknown as RecordKind, selection);
      const ids = selected.filter((id) => !leftOut.has(id));
      if (!asked || ids.length === 0) return [];
      const { prices } = await call(goodsEndpoints.previewPrices, { ...asked, ids }, { signal, notices: 'none' });
      return prices;
    },
  });
  const prices = asked === undefined || query.isPlaceholderData ? undefined : query.data;
  useEffect(() => onShown(prices ?? []), [prices, onShown]);
  return (
    <section aria-label={t('price.preview')} aria-live="polite">
      {asked === undefined ? (
        <p className="quiet">{t('price.fill')}</p>
      ) : (
        <Loaded query={query} skeleton={<SkeletonLines lines={4} />}>
          {(all) => (
            <>
              {refused > 0 && (
                <p className="field-fault">
                  {t('price.refused', { count: refused })}{' '}
                  <Button kind="link" onClick={onLeaveOut}>
                    {t('price.leaveOut')}
                  </Button>
                </p>
              )}
              <PriceRows prices={all} />
            </>
          )}
        </Loaded>
      )}
    </section>
  );
}

/** Without fields that the other way of changing has. */
function clean(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const other = values['by'] === 'amount' ? 'rate' : 'amountMinor';
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => name !== other && value !== undefined));
}

/** What needs the reader's attention is in sight. */
const refusedFirst = (prices: readonly NewPrice[]): NewPrice[] => [
  ...prices.filter(({ refused }) => refused !== null),
  ...prices.filter(({ refused }) => refused === null),
];

function PriceRows({ prices }: { prices: readonly NewPrice[] }) {
  const { t } = useTranslation('beverages');
  return (
    <ScrollBox label={t('price.preview')}>
      <div className="price-rows">
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">{t('price.drink')}</th>
              <th scope="col">{t('field.originalPriceMinor')}</th>
              <th scope="col">{t('field.priceMinor')}</th>
            </tr>
          </thead>
          <tbody>
            {refusedFirst(prices).map((price) => (
              <tr key={price.id} data-refused={price.refused !== null || undefined}>
                <td>
                  {readersName(price)}
                  {price.refused !== null && <small className="field-fault">{price.refused}</small>}
                </td>
                <td>
                  <Becomes before={price.before.originalPriceMinor} after={price.after.originalPriceMinor} />
                </td>
                <td>
                  <Becomes before={price.before.priceMinor} after={price.after.priceMinor} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </ScrollBox>
  );
}

function Becomes({ before, after }: { before: number; after: number }) {
  const { t } = useTranslation('beverages');
  const { currency } = useTenant();
  if (before === after)
    return (
      <span className="price-same figures">
        <Money minor={before} currency={currency} />
      </span>
    );
  return (
    <span className="figures">
      <span className="hidden-text">{t('price.now')}</span> <Money minor={before} currency={currency} />{' '}
      <span aria-hidden>→</span> <span className="hidden-text">{t('price.becomes')}</span>{' '}
      <strong>
        <Money minor={after} currency={currency} />
      </strong>
    </span>
  );
}
