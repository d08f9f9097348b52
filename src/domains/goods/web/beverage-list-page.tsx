import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readersName } from '#platform/i18n/web/readers-name.ts';
import type { Currency } from '#platform/money/contract/currency.ts';
import { recordsPage } from '#system/records/web/page.tsx';
import { Allowed } from '#ui/allowed/allowed.tsx';
import { Button } from '#ui/button/button.tsx';
import { Money } from '#ui/money/money.tsx';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import type { Selection } from '#ui/record-list/selection.tsx';
import { columnsFor } from '#ui/record-table/column.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { beverageCopy, beverageForm, beveragePage } from '../contract/addresses.ts';
import { type Beverage, beverages } from '../contract/beverages.ts';
import { goodsEndpoints } from '../contract/endpoints.ts';
import { ArrangeDialog } from './arrange-dialog.tsx';
import { ChangePricesDialog } from './change-prices-dialog.tsx';
import { SoldOutCell } from './sold-out-cell.tsx';
import './goods.css';

const column = columnsFor<Beverage>();

export default recordsPage(beverages, {
  icon: 'coffee',
  shown: ['image', 'name', 'menuId', 'originalPriceMinor', 'priceMinor', 'taxRate', 'soldOut', 'sort', 'status'],
  widths: { image: 76, originalPriceMinor: 128, taxRate: 132, sort: 116 },
  defaultSort: { by: 'sort', order: 'desc' },
  cells: {
    originalPriceMinor: ({ originalPriceMinor, currency }) => (
      <Price minor={originalPriceMinor} currency={currency as Currency} />
    ),
    menuId: ({ menuName, menuNameZh }) => readersName({ name: menuName ?? '', nameZh: menuNameZh }),
  },
  moreColumns: [
    column.custom('soldOut', ({ id }) => <SoldOutCell id={id} />, { width: 116, align: 'end', card: 'fact' }),
  ],
  formPage: beverageForm,
  pageOf: beveragePage,
  rowActions: ({ id }, t) => [
    {
      key: 'copy',
      label: t('detail.copy'),
      icon: 'copy',
      by: beverages.endpoints.add,
      to: beverageCopy(id),
    },
  ],
  actions: Arrange,
  bulkBy: [goodsEndpoints.changePrices],
  bulkActions: (selection, done) => <ChangePrices selection={selection} done={done} />,
});

/** A drink that came from another currency waits for a price here. */
function Price({ minor, currency }: { minor: number; currency: Currency }) {
  const { t } = useTranslation('beverages');
  return minor === 0 ? <Tag tone="warning">{t('price.needed')}</Tag> : <Money minor={minor} currency={currency} />;
}

function Arrange() {
  const { t } = useTranslation('beverages');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionButton
        brief
        action={{
          key: 'arrange',
          label: t('arrange.button'),
          icon: 'sort',
          by: goodsEndpoints.changeSort,
          onSelect: () => setOpen(true),
        }}
      />
      {isOpen && <ArrangeDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function ChangePrices({ selection, done }: { selection: Selection; done: () => void }) {
  const { t } = useTranslation('beverages');
  const [isOpen, setOpen] = useState(false);
  return (
    <Allowed by={goodsEndpoints.changePrices}>
      <Button small onClick={() => setOpen(true)}>
        {t('price.change')}
      </Button>
      {isOpen && <ChangePricesDialog selection={selection} onDone={done} onClose={() => setOpen(false)} />}
    </Allowed>
  );
}
