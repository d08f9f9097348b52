export const POINTS_PAGE = '/rentals/points';
