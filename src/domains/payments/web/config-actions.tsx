import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { call } from '#platform/http/web/call.ts';
import { CURRENCIES, type Currency } from '#platform/money/contract/currency.ts';
import { Button, IconButton } from '#ui/button/button.tsx';
import { confirm } from '#ui/confirm/confirm.tsx';
import { copyText } from '#ui/copy-link/copy-text.ts';
import { DescriptionList } from '#ui/description-list/description-list.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { Money } from '#ui/money/money.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import {
  type CallbackOutcome,
  type PaymentConfig,
  type ProviderCheck,
  paymentConfigEndpoints,
} from '../contract/payment-configs.ts';

type Row = Pick<PaymentConfig, 'id' | 'customName'>;

interface Shown {
  readonly check?: { readonly row: Row; readonly answer: ProviderCheck };
  readonly byHand?: CallbackOutcome;
}
/** What a call of a row answered, shown above the list. */
const useShown = create<Shown>(() => ({}));
const close = (): void => useShown.setState({}, true);
const once = () => ({ idempotencyKey: crypto.randomUUID() });

export async function testKeys(row: Row): Promise<void> {
  const answer = await call(paymentConfigEndpoints.check, { id: row.id }, once()).catch(() => undefined);
  if (answer) useShown.setState({ check: { row, answer } }, true);
}

export async function registerAddress(row: Row, t: TFunction, rotate = false): Promise<void> {
  const answer = await call(paymentConfigEndpoints.addCallback, { id: row.id, rotate }, once()).catch(() => undefined);
  if (!answer) return;
  if (answer.outcome === 'by-hand') useShown.setState({ byHand: answer }, true);
  else toast.success(t(`callback.${answer.outcome}`, { ns: 'payment-configs' }));
}

export async function rotateSecret(row: Row, t: TFunction): Promise<void> {
  const agreed = await confirm({
    title: t('callback.rotateTitle', { ns: 'payment-configs', name: row.customName }),
    body: t('callback.rotateBody', { ns: 'payment-configs' }),
    verb: t('callback.rotateVerb', { ns: 'payment-configs' }),
  });
  if (agreed) await registerAddress(row, t, true);
}

export function ConfigDialogs() {
  const { check, byHand } = useShown();
  if (check) return <CheckDialog {...check} />;
  return byHand ? <ByHandDialog answer={byHand} /> : null;
}

function CheckDialog({ row, answer }: NonNullable<Shown['check']>) {
  const { t } = useTranslation('payment-configs');
  const unreachable = answer.code === 'unreachable';
  const verdict = answer.answered ? 'works' : unreachable ? 'silent' : 'refused';
  return (
    <Dialog
      title={t('test.title', { name: row.customName })}
      width={460}
      onClose={close}
      footer={
        <Button kind="primary" onClick={close}>
          {t('test.close')}
        </Button>
      }
    >
      <div className="payment-check">
        <p role="status">
          <Tag tone={answer.answered ? 'success' : 'danger'}>{t(`test.${verdict}`)}</Tag>
        </p>
        {answer.message && <p>{t('callback.said', { message: answer.message })}</p>}
        {answer.answered && (
          <>
            <p>{t(answer.isLive ? 'test.live' : 'test.sandbox')}</p>
            <h3>{t('test.balance')}</h3>
            {answer.balances.length === 0 ? (
              <p className="quiet">{t('test.nothing')}</p>
            ) : (
              answer.balances.map(({ currency, availableMinor, pendingMinor }) => (
                <DescriptionList
                  key={currency}
                  columns={1}
                  facts={[
                    { term: t('test.available'), value: <Amount minor={availableMinor} currency={currency} /> },
                    { term: t('test.pending'), value: <Amount minor={pendingMinor} currency={currency} /> },
                  ]}
                />
              ))
            )}
          </>
        )}
        <p className="quiet">{t('test.took', { ms: answer.tookMs })}</p>
      </div>
    </Dialog>
  );
}

/** A provider may hold currencies that we do not know. */
function Amount({ minor, currency }: { minor: number; currency: string }) {
  return Object.hasOwn(CURRENCIES, currency) ? (
    <Money minor={minor} currency={currency as Currency} />
  ) : (
    <span>{`${minor} ${currency}`}</span>
  );
}

function ByHandDialog({ answer }: { answer: CallbackOutcome }) {
  const { t } = useTranslation('payment-configs');
  return (
    <Dialog
      title={t('callback.byHandTitle')}
      width={560}
      onClose={close}
      footer={
        <Button kind="primary" onClick={close}>
          {t('test.close')}
        </Button>
      }
    >
      <div className="payment-check">
        <p>{t('callback.byHand')}</p>
        <p>
          <EventAddress value={answer.callbackUrl} />
        </p>
        {answer.message && <p className="quiet">{t('callback.said', { message: answer.message })}</p>}
      </div>
    </Dialog>
  );
}

export function EventAddress({ value }: { value: string }) {
  const { t } = useTranslation('payment-configs');
  if (value === '') return <span className="quiet">{t('address.none')}</span>;
  return (
    <span className="payment-address">
      <span>{value}</span>
      <IconButton
        icon="copy"
        small
        label={t('address.copy')}
        onClick={() => void copyText(value).then(() => toast.success(t('address.copied')))}
      />
    </span>
  );
}
