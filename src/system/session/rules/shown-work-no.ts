/** The number of a person as people see it. Who made the account himself has none yet: the account's id stands in for it. */
export const shownWorkNo = ({ id, workNo }: { readonly id: string; readonly workNo: string }): string =>
  workNo === id ? '' : workNo;
