/** Pages of what is sold. */
export const BEVERAGE_LIST = '/goods/beverages';
export const MENU_TREE = '/goods/menus';
export const GROUP_LIST = '/goods/groups';
export const CATEGORY_LIST = '/goods/categories';

export const beveragePage = (id: string): string => `${BEVERAGE_LIST}/detail/${encodeURIComponent(id)}`;
/** Without an id a drink is added. */
export const beverageForm = (id: string | undefined): string =>
  id === undefined ? `${BEVERAGE_LIST}/form` : `${BEVERAGE_LIST}/form/${encodeURIComponent(id)}`;
/** A form that begins as the copy of a drink. */
export const beverageCopy = (id: string): string => `${beverageForm(undefined)}?copy=${encodeURIComponent(id)}`;
