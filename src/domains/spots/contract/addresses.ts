/** Where a spot is shown, for links of other slices too. */
export const SPOT_LIST = '/spots/list';
export const spotPage = (id: string): string => `/spots/detail/${encodeURIComponent(id)}`;
export const spotForm = (id: string | undefined): string =>
  id === undefined ? '/spots/form' : `/spots/form/${encodeURIComponent(id)}`;
