import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CURRENCY_CODES } from '#platform/money/contract/currency.ts';
import { Button, IconButton } from '#ui/button/button.tsx';
import { Card } from '#ui/card/card.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { useAskedClose } from '#ui/dialog/use-asked-close.ts';
import { useLanguage } from '#ui/language/use-language.ts';
import { ListTotals } from '#ui/record-list/list-totals.tsx';
import { MultiSelect } from '#ui/select/multi-select.tsx';
import { matching, type SelectOption } from '#ui/select/options.ts';
import { SearchSelect } from '#ui/select/search-select.tsx';
import { Select } from '#ui/select/select.tsx';
import { statusTags } from '#ui/status/status-tags.ts';

export const drinkTags = statusTags('parts:drink', { 1: 'info', 2: 'busy', 3: 'success', 4: 'warning', 5: 'danger' });

/** What is chosen from lists, small dialogs and tooltips, in each of their states. */
export function KitCard() {
  const { t } = useTranslation('parts');
  return (
    <Card title={t('kit.title')}>
      <div className="parts-kit">
        <Selects />
        <Tooltips />
        <Secret />
        <ListTotals
          totals={[
            { key: 'paid', label: t('kit.paid'), value: '1,284.00' },
            { key: 'refunded', label: t('kit.refunded'), value: undefined },
          ]}
        />
      </div>
    </Card>
  );
}

function Selects() {
  const { t } = useTranslation('parts');
  const language = useLanguage();
  const [drink, setDrink] = useState('3');
  const [drinks, setDrinks] = useState<readonly string[]>(['1']);
  const [currency, setCurrency] = useState('');
  const [found, setFound] = useState<SelectOption>();
  const states = drinkTags.codes.map((code) => ({ value: code, label: t(`drink.${code}`) }));
  const names = new Intl.DisplayNames(language, { type: 'currency' });
  const currencies = CURRENCY_CODES.map((code) => ({ value: code, label: names.of(code) ?? code, hint: code }));
  const [search] = useState(() => async (text: string) => matching(currencies, text).slice(0, 10));
  return (
    <div className="form-row">
      <Select label={t('kit.state')} tags={drinkTags} options={states} value={drink} onChange={setDrink} />
      <MultiSelect label={t('kit.states')} tags={drinkTags} options={states} values={drinks} onChange={setDrinks} />
      <Select
        label={t('kit.currency')}
        none={t('kit.any')}
        options={currencies}
        value={currency}
        onChange={setCurrency}
      />
      <SearchSelect
        label={t('kit.found')}
        value={found?.value ?? ''}
        text={found?.label ?? ''}
        search={search}
        recentAs="parts"
        onChoose={setFound}
      />
      <Select
        attributes={{ 'aria-invalid': true }}
        label={t('kit.wrong')}
        options={states}
        value=""
        onChange={() => undefined}
      />
      <Select
        attributes={{ disabled: true }}
        label={t('kit.off')}
        options={states}
        value="3"
        onChange={() => undefined}
      />
    </div>
  );
}

/** On a button with its shortcut, on one that cannot be pressed, on a text that is cut off, on the points of a chart. */
function Tooltips() {
  const { t } = useTranslation('parts');
  return (
    <div className="button-group">
      <IconButton icon="search" label={t('kit.find')} keys="mod+k" />
      <Button reason={t('kit.because')}>{t('kit.off')}</Button>
      <span className="parts-cut" data-tip-cut="">
        {t('kit.long')}
      </span>
      <svg viewBox="0 0 96 32" width="96" height="32" className="parts-chart" role="img" aria-label={t('kit.chart')}>
        <polyline points="8,24 32,12 56,18 88,6" />
        {[24, 12, 18, 6].map((y, at) => (
          <circle key={y} cx={8 + at * 26} cy={y} r="4" data-tip={`${8 + at}:00 – ${30 - y}`} />
        ))}
      </svg>
    </div>
  );
}

function Secret() {
  const { t } = useTranslation('parts');
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Button small onClick={() => setOpen(true)}>
        {t('kit.secret')}
      </Button>
      {isOpen && <SecretDialog onClose={() => setOpen(false)} />}
    </div>
  );
}

function SecretDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('parts');
  const [isCopied, setCopied] = useState(false);
  const question = { title: t('kit.secretAsk'), verb: t('kit.secretLeave'), danger: true };
  const close = useAskedClose(onClose, isCopied ? undefined : question);
  return (
    <Dialog title={t('kit.secret')} onClose={close} footer={<Button onClick={close}>{t('kit.secretDone')}</Button>}>
      <Button icon={isCopied ? 'check' : 'copy'} onClick={() => setCopied(true)}>
        {t('kit.secretCopy')}
      </Button>
    </Dialog>
  );
}
