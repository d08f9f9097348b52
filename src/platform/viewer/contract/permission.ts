import * as z from 'zod';

export const MenuMeta = z.strictObject({
  title: z.string(),
  icon: z.string().optional(),
  keepAlive: z.boolean(),
  /** true: opens in a window of its own; false: inside the console. */
  internalOrExternal: z.boolean(),
  componentName: z.string(),
  /** The original address of an external entry. */
  url: z.string().optional(),
  /** What else finds the entry in the search box: its title in the other language, and pinyin initials. */
  searchWords: z.string().optional(),
  permissionList: z.array(z.string()).optional(),
});
export type MenuMeta = z.infer<typeof MenuMeta>;

/** One menu entry as the client builds routes from it (system-api.md 4.1). */
export interface MenuNode {
  id: string;
  path: string;
  name: string;
  component: string;
  redirect?: string | null | undefined;
  /** '0': no route is built from this entry. */
  route: '0' | '1';
  hidden?: true | undefined;
  alwaysShow?: true | undefined;
  children?: MenuNode[] | undefined;
  meta: MenuMeta;
}

export const MenuNode: z.ZodType<MenuNode> = z.strictObject({
  id: z.string(),
  path: z.string(),
  name: z.string(),
  component: z.string(),
  redirect: z.string().nullable().optional(),
  route: z.enum(['0', '1']),
  hidden: z.literal(true).optional(),
  alwaysShow: z.literal(true).optional(),
  get children() {
    return z.array(MenuNode).optional();
  },
  meta: MenuMeta,
});

/** `type` 1: shown only when granted; 2: disabled when not granted (system-api.md 4.2). */
export const GrantedAction = z.strictObject({ action: z.string(), type: z.string(), describe: z.string() });
export type GrantedAction = z.infer<typeof GrantedAction>;

/** Every action there is; `status` '0' switches the check in the client off. */
export const KnownAction = z.strictObject({ ...GrantedAction.shape, status: z.string() });
export type KnownAction = z.infer<typeof KnownAction>;

export const PermissionAnswer = z.strictObject({
  menu: z.array(MenuNode),
  auth: z.array(GrantedAction),
  allAuth: z.array(KnownAction),
});
export type PermissionAnswer = z.infer<typeof PermissionAnswer>;

/** The same without the menu, with the names of the actions in a list of their own (system-api.md 4.2). */
export const PermissionCodes = z.strictObject({
  codeList: z.array(z.string()),
  auth: z.array(GrantedAction),
  allAuth: z.array(KnownAction),
  /** The older server's switch against its own tools in production: here nothing can be switched off that way. */
  sysSafeMode: z.boolean(),
});
export type PermissionCodes = z.infer<typeof PermissionCodes>;
