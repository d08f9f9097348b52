export const FLEET_CHANGES = '/devices/changes';
export const NEW_CHANGE = `${FLEET_CHANGES}/new`;
export const fleetChangePage = (id: string): string => `${FLEET_CHANGES}/detail/${encodeURIComponent(id)}`;
export const DRIFT = '/devices/drift';
