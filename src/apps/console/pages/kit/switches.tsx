import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QrCode } from '#ui/qr-code/qr-code.tsx';
import { columnsFor } from '#ui/record-table/column.tsx';
import { RecordTable } from '#ui/record-table/record-table.tsx';
import { initialLayout, type TableLayoutHandle } from '#ui/record-table/table-layout.ts';
import { LiveSwitch } from '#ui/switch/live-switch.tsx';
import { TreeTable } from '#ui/tree-table/tree-table.tsx';
import { CUPS, failure } from './samples.ts';
import { State } from './state.tsx';

interface Place {
  readonly spot: string;
  readonly isOpen: boolean;
}

const PLACES: readonly Place[] = CUPS.slice(0, 2).map(({ spot }, at) => ({ spot, isOpen: at === 0 }));
const column = columnsFor<Place>();
const COLUMNS = [
  column.text('spot', { card: 'identity' }),
  column.switch('isOpen', { name: ({ spot }) => spot, change: async () => undefined }),
];
const LAYOUT: TableLayoutHandle = {
  layout: { ...initialLayout(COLUMNS), density: 'default' },
  change: () => undefined,
  reset: () => undefined,
};

export function Switches() {
  const { t } = useTranslation('kit');
  const [isOpen, setOpen] = useState(true);
  const change = async (next: boolean) => setOpen(next);
  const fail = async () => {
    throw failure(500, t('word.failed'));
  };
  const label = t('field.isOpen');
  return (
    <>
      <State of="normal">
        <LiveSwitch label={label} isOn={isOpen} change={change} />
        <LiveSwitch label={label} isOn={!isOpen} change={async (next) => setOpen(!next)} />
      </State>
      <State of="danger">
        {/* a question first */}
        <LiveSwitch
          label={label}
          isOn={isOpen}
          change={change}
          ask={() => ({ title: t('word.question'), body: t('word.sentence'), verb: t('word.remove'), danger: true })}
        />
      </State>
      <State of="error">
        <LiveSwitch label={label} isOn={false} change={fail} />
      </State>
      <State of="reason">
        <LiveSwitch label={label} isOn change={change} reason={t('word.because')} />
      </State>
      <State of="forbidden">
        <LiveSwitch label={label} isOn={false} change={change} by={{ permission: 'nobody:has' }} />
      </State>
      <State of="table" wide>
        <RecordTable
          label={t('word.details')}
          namespace="kit"
          columns={COLUMNS}
          rows={PLACES}
          idOf={({ spot }) => spot}
          layout={LAYOUT}
        />
      </State>
    </>
  );
}

export function QrCodes() {
  const { t } = useTranslation('kit');
  return (
    <>
      <State of="normal">
        <QrCode text="https://example.com/s/4f2a9c55" label={t('tree.oslo')} fileName="spot-4f2a9c55" />
      </State>
      <State of="small">
        <QrCode text="https://example.com/s/4f2a9c55" label={t('tree.oslo')} size={96} />
      </State>
    </>
  );
}

interface Region {
  readonly spot: string;
  readonly orders: number;
  readonly isLazy?: boolean;
  readonly below?: readonly Region[];
}

const regionColumn = columnsFor<Region>();
const REGION_COLUMNS = [regionColumn.text('spot'), regionColumn.number('orders')];

export function TreeTables() {
  const { t } = useTranslation('kit');
  const [isReached, setReached] = useState(false);
  const later: readonly Region[] = CUPS.slice(0, 2).map(({ spot, paidMinor }) => ({ spot, orders: paidMinor }));
  const rows: readonly Region[] = [
    {
      spot: t('tree.all'),
      orders: 1_284,
      below: [
        { spot: t('tree.north'), orders: 812, below: [{ spot: t('tree.oslo'), orders: 640 }] },
        { spot: t('word.other'), orders: 472, isLazy: true },
      ],
    },
    { spot: t('word.chosen'), orders: 0 },
  ];
  // the first try fails
  const load = async () => {
    setReached(true);
    if (!isReached) throw failure(500, t('word.failed'));
    return later;
  };
  const shared = {
    label: t('tree.all'),
    namespace: 'kit',
    columns: REGION_COLUMNS,
    idOf: ({ spot }: Region) => spot,
    nameOf: ({ spot }: Region) => spot,
    childrenOf: ({ below }: Region) => below,
    hasMore: ({ isLazy }: Region) => isLazy === true,
    load,
  };
  return (
    <>
      <State of="normal" wide>
        <TreeTable {...shared} rows={rows} actions={() => [{ key: 'refund', label: t('word.refund') }]} />
      </State>
      <State of="open" wide>
        <TreeTable {...shared} rows={rows} open={[t('tree.all'), t('tree.north')]} />
      </State>
      <State of="empty" wide>
        <TreeTable {...shared} rows={[]} empty={<p>{t('word.none')}</p>} />
      </State>
    </>
  );
}
