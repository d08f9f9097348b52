import './cabinets.css';
import { type RecordFormProps, RecordInput, recordsPage } from '#system/records/web/page.tsx';
import { cabinetPage } from '../contract/addresses.ts';
import { type Cabinet, cabinets } from '../contract/cabinet.ts';
import { CabinetDialogs, cabinetActions, openCabinetDialog } from './cabinet-dialogs.tsx';
import { Connection } from './cabinet-words.tsx';

const Page = recordsPage(cabinets, {
  icon: 'battery',
  // a card on a phone has the first ones
  shown: ['name', 'spotId', 'online', 'borrowable', 'freeSlots', 'faults', 'capacity', 'imei', 'status'],
  widths: { name: 180, spotId: 180, online: 112, borrowable: 124, freeSlots: 104, faults: 84, capacity: 80, imei: 146 },
  cells: {
    online: (row) => <Connection online={row.online} />,
    faults: (row) => <Faults row={row} />,
  },
  form: (props) => <CabinetForm {...props} />,
  formWidth: 640,
  pageOf: cabinetPage,
  rowActions: cabinetActions,
  // it cannot connect without one
  onAdded: (row) => openCabinetDialog('credential', row),
});

/** Cabinets with what their slots count to, live. */
export default function CabinetListPage() {
  return (
    <>
      <Page />
      <CabinetDialogs />
    </>
  );
}

function Faults({ row: { faults } }: { row: Cabinet }) {
  return faults > 0 ? <strong className="cabinet-faults figures">{faults}</strong> : <span className="figures">0</span>;
}

const FIELDS = [
  ...[
    'name',
    'spotId',
    'feePlanId',
    'capacity',
    'model',
    'hardwareVersion',
    'iotId',
    'productName',
    'productKey',
    'simId',
  ],
  ...['status', 'remark'],
];

function CabinetForm({ kind, row }: RecordFormProps) {
  return (
    <>
      {!row && <RecordInput kind={kind} name="imei" id={undefined} />}
      {FIELDS.map((name) => (
        <RecordInput key={name} kind={kind} name={name} id={row?.id} />
      ))}
    </>
  );
}
