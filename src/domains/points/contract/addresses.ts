export const POINTS_MALL = '/marketing/points-mall';
export const REDEMPTIONS = '/marketing/redemptions';
export const POINTS_LOG = '/marketing/points-log';
export const COLLECTION_POINTS = '/marketing/collection-points';
