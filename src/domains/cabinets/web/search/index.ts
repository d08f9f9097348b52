import { recordSearcher } from '#system/records/web/index.ts';
import { CABINETS_PAGE, cabinetPage, UNITS_PAGE, unitPage } from '../../contract/addresses.ts';
import { cabinets } from '../../contract/cabinet.ts';
import { powerBanks } from '../../contract/power-bank.ts';

export const cabinetSearcher = () =>
  recordSearcher(cabinets, { icon: 'battery', list: CABINETS_PAGE, pageOf: cabinetPage });
export const powerBankSearcher = () =>
  recordSearcher(powerBanks, { icon: 'battery', list: UNITS_PAGE, pageOf: unitPage });
