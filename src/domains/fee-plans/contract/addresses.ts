export const FEE_PLANS = '/rentals/fee-plans';
export const feePlanPage = (id: string): string => `${FEE_PLANS}/detail/${encodeURIComponent(id)}`;
export const feePlanForm = (id: string | undefined): string =>
  id === undefined ? `${FEE_PLANS}/form` : `${FEE_PLANS}/form/${encodeURIComponent(id)}`;
