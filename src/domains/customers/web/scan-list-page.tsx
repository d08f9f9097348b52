import { Link } from 'react-router';
import { recordsPage } from '#system/records/web/page.tsx';
import { customerPage } from '../contract/addresses.ts';
import { scans } from '../contract/scans.ts';

/** Cards and codes that were read, and whether somebody was recognised. */
export default recordsPage(scans, {
  icon: 'list',
  shown: ['scannedAt', 'kind', 'result', 'customerId', 'code', 'spotId', 'deviceImei', 'clientId', 'orderNo'],
  // words and numbers are seen whole; the client comes last
  widths: { kind: 184, result: 112, customerId: 128, code: 128, spotId: 168, deviceImei: 152 },
  cells: {
    customerId: (row) =>
      row.customerId === null ? '–' : <Link to={customerPage(row.customerId)}>{row.customerName || '…'}</Link>,
    orderNo: (row) => (row.orderNo === '' ? '–' : <Link to={`/orders/detail/${row.orderNo}`}>{row.orderNo}</Link>),
  },
});
