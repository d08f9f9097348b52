import * as z from 'zod';
import { BooleanField, CodeField, Id, IntField, Text } from '#platform/http/contract/fields.ts';

/** Kinds of rows of the catalogue (system-api.md 4.1, settled 13): first-level menu, submenu, button. */
export const MenuType = { firstLevel: 0, submenu: 1, button: 2 } as const;
export type MenuType = (typeof MenuType)[keyof typeof MenuType];

/** Policy of a right: shown only when granted, or there but disabled (system-api.md 4.2). */
export const PERMS_TYPES = ['1', '2'] as const;
/** In force, or switched off: then its check in the client is off, and nobody holds it. */
export const ENTRY_STATUSES = ['1', '0'] as const;

const entryFields = {
  id: z.string(),
  /** Empty at the top. */
  parentId: z.string(),
  /** The title in the reader's language. */
  name: z.string(),
  titleEn: z.string(),
  titleZh: z.string(),
  /** The authorisation id; of an entry of the menu empty until somebody gives one. */
  perms: z.string(),
  permsType: z.enum(PERMS_TYPES),
  icon: z.string(),
  component: z.string(),
  componentName: z.string(),
  url: z.string(),
  redirect: z.string(),
  sortNo: z.int(),
  menuType: z.literal([0, 1, 2]),
  /** Builds a route of the client. */
  route: z.boolean(),
  keepAlive: z.boolean(),
  hidden: z.boolean(),
  alwaysShow: z.boolean(),
  internalOrExternal: z.boolean(),
  description: z.string(),
  status: z.enum(ENTRY_STATUSES),
  /** 1: it has data rules. */
  ruleFlag: z.int(),
  delFlag: z.literal(0),
  /** The right that its page needs. */
  needs: z.string(),
  /** It comes with the program, and may be set back to what the program says. */
  isDelivered: z.boolean(),
  isEdited: z.boolean(),
  /** For the administrator alone. */
  rootOnly: z.boolean(),
  version: z.int(),
  createBy: z.string(),
  createTime: z.string(),
  updateBy: z.string().nullable(),
  updateTime: z.string().nullable(),
  /** As trees of the older console read it. */
  key: z.string(),
  title: z.string(),
  isLeaf: z.boolean(),
};

/** A row of the catalogue in its tree; `children` is null at a leaf, and where only one level was asked for. */
export interface PermissionEntry extends z.infer<z.ZodObject<typeof entryFields>> {
  children: PermissionEntry[] | null;
}
export const PermissionEntry: z.ZodType<PermissionEntry> = z.strictObject({
  ...entryFields,
  get children() {
    return z.array(PermissionEntry).nullable();
  },
});

const nodeFields = {
  key: z.string(),
  value: z.string(),
  title: z.string(),
  label: z.string(),
  /** The title again, where a mark for data rules is drawn beside it. */
  slotTitle: z.string(),
  scopedSlots: z.strictObject({ title: z.literal('hasDatarule') }),
  isLeaf: z.boolean(),
  icon: z.string(),
  parentId: z.string(),
  ruleFlag: z.int(),
  menuType: z.literal([0, 1, 2]),
  /** The authorisation id of a button. */
  perms: z.string(),
  /** Beyond the rights of the reader, who can neither give nor take it. */
  disableCheckbox: z.boolean(),
};

/** A node of the tree in which rights are chosen (system-api.md 5.2). */
export interface PermissionNode extends z.infer<z.ZodObject<typeof nodeFields>> {
  children: PermissionNode[];
}
export const PermissionNode: z.ZodType<PermissionNode> = z.strictObject({
  ...nodeFields,
  get children() {
    return z.array(PermissionNode);
  },
});

export const PermissionTree = z.strictObject({ treeList: z.array(PermissionNode), ids: z.array(z.string()) });
export type PermissionTree = z.infer<typeof PermissionTree>;

/** What is written of a row. What is left out is usual when it is added, and stays as it is when it is edited. */
const written = {
  parentId: z.union([Id, z.literal('')]).optional(),
  menuType: CodeField(MenuType).optional(),
  /** The title in the writer's language; in both where the other is not given. */
  name: Text(100, 1).optional(),
  titleEn: Text(100, 1).optional(),
  titleZh: Text(100, 1).optional(),
  perms: Text(100).optional(),
  permsType: z.enum(PERMS_TYPES).optional(),
  icon: Text(40).optional(),
  component: Text(200).optional(),
  componentName: Text(100).optional(),
  url: Text(500).optional(),
  redirect: Text(200).optional(),
  sortNo: IntField(1, 100_000).optional(),
  route: BooleanField.optional(),
  keepAlive: BooleanField.optional(),
  hidden: BooleanField.optional(),
  alwaysShow: BooleanField.optional(),
  internalOrExternal: BooleanField.optional(),
  description: Text(250).optional(),
  status: z.enum(ENTRY_STATUSES).optional(),
};

export const AddEntryRequest = z.strictObject(written);
export type AddEntryRequest = z.infer<typeof AddEntryRequest>;
export const EditEntryRequest = z.strictObject({ id: Id, version: IntField(1).optional(), ...written });
export type EditEntryRequest = z.infer<typeof EditEntryRequest>;
