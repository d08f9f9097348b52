/** What customers asked for at the machines. */
export const CASE_LIST = '/orders/cases';
/** Labels with the code of each machine, for printing. */
export const CASE_LABELS = '/devices/case-labels';
/** The page of one machine for customers; what its label leads to. */
export const CASE_PAGE = '/case/:device';
export const casePage = (device: string): string => CASE_PAGE.replace(':device', device);
