/** The page on which menus are copied to another tenant. */
export const MENU_COPY = '/goods/copy';
