/** Every call about cabinets, their units and what they show stands below one address (settled 61). */
export const POWER_BANKS = '/powerbank/api';

export const CABINETS_PAGE = '/rentals/cabinets';
export const cabinetPage = (imei: string): string => `${CABINETS_PAGE}/${encodeURIComponent(imei)}`;
export const UNITS_PAGE = '/rentals/units';
export const unitPage = (serial: string): string => `${UNITS_PAGE}/${encodeURIComponent(serial)}`;
export const UNIT_NOTICES_PAGE = '/rentals/notices';
