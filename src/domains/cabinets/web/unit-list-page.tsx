import { recordsPage } from '#system/records/web/page.tsx';
import { RecordNumber } from '#ui/record-number/record-number.tsx';
import { unitPage } from '../contract/addresses.ts';
import { powerBanks } from '../contract/power-bank.ts';
import { CabinetLink } from './cabinet-words.tsx';
import { UnitDialogs, unitActions } from './unit-dialogs.tsx';
import { UnitState } from './unit-state.tsx';

const Page = recordsPage(powerBanks, {
  icon: 'battery',
  shown: ['serial', 'state', 'cabinetId', 'slot', 'soc', 'cycles', 'orderNo', 'lastSeenAt', 'openNotices'],
  widths: { serial: 136, state: 140, slot: 72, soc: 80, orderNo: 204, openNotices: 112 },
  cells: {
    state: (row) => <UnitState state={row.state ?? 'in_service'} />,
    cabinetId: (row) => (row.cabinetId === null ? '–' : <CabinetLink id={row.cabinetId} name={nameOf(row)} />),
    orderNo: (row) => (row.orderNo ? <RecordNumber of={row.orderNo} /> : '–'),
  },
  pageOf: unitPage,
  rowActions: unitActions,
});

/** The name comes with the reference, which the server alone sets. */
const nameOf = (row: object): string | null => (row as { cabinetName?: string | null }).cabinetName ?? null;

/** Every unit and where it is. */
export default function UnitListPage() {
  return (
    <>
      <Page />
      <UnitDialogs />
    </>
  );
}
