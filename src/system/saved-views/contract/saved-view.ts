import * as z from 'zod';
import { BooleanField, Id, Instant, IntField, Text } from '#platform/http/contract/fields.ts';
import { SuperQuery } from '#platform/super-query/contract/super-query.ts';

/** Which list: the slice and its list, such as `orders.list`. */
export const ListName = z.string().regex(/^[a-z][a-z0-9-]{0,40}\.[a-z][A-Za-z0-9-]{0,40}$/);

const Key = z.string().min(1).max(64);

/** What a list asks for: its filters as texts, its tab, its order, its advanced query. */
export const ViewState = z.strictObject({
  values: z
    .record(Key, z.string().max(2000))
    .refine((values) => Object.keys(values).length <= 40, { message: 'fault.too-many', params: { maximum: 40 } }),
  view: Key.optional(),
  sort: z.strictObject({ by: Key, order: z.enum(['asc', 'desc']) }).optional(),
  where: SuperQuery.optional(),
});
export type ViewState = z.infer<typeof ViewState>;

export const DENSITIES = ['compact', 'default', 'comfortable'] as const;

/** Order, choice, pins and widths of the columns, and the height of the rows. */
export const ViewLayout = z.strictObject({
  order: z.array(Key).max(100),
  hidden: z.array(Key).max(100),
  /** Columns that stay in sight beside the identity; left out where there are none. */
  pinned: z.array(Key).max(100).optional(),
  widths: z.record(Key, z.int().min(24).max(2000)),
  density: z.enum(DENSITIES),
});
export type ViewLayout = z.infer<typeof ViewLayout>;

export const SavedView = z.strictObject({
  id: z.string(),
  list: z.string(),
  name: z.string(),
  shared: z.boolean(),
  /** Whether it is the reader's own. */
  own: z.boolean(),
  ownerName: z.string(),
  state: ViewState,
  layout: ViewLayout,
  version: z.int(),
  changedAt: Instant,
});
export type SavedView = z.infer<typeof SavedView>;

/** A person's columns of the list itself, and the view that opens first. */
export const ListPreference = z.strictObject({
  list: z.string(),
  layout: ViewLayout.nullable(),
  defaultViewId: z.string().nullable(),
});
export type ListPreference = z.infer<typeof ListPreference>;

export const SavedViews = z.strictObject({ views: z.array(SavedView), preferences: z.array(ListPreference) });
export type SavedViews = z.infer<typeof SavedViews>;

export const VIEW_NAME_MAX = 60;
const ViewName = Text(VIEW_NAME_MAX, 1);

export const AddViewRequest = z.strictObject({
  list: ListName,
  name: ViewName,
  state: ViewState,
  layout: ViewLayout,
});
export type AddViewRequest = z.infer<typeof AddViewRequest>;

const oneView = { id: Id, version: IntField(1) };
export const EditViewRequest = z.strictObject({
  ...oneView,
  name: ViewName.optional(),
  state: ViewState.optional(),
  layout: ViewLayout.optional(),
});
export type EditViewRequest = z.infer<typeof EditViewRequest>;

export const ShareViewRequest = z.strictObject({ ...oneView, shared: BooleanField });
export type ShareViewRequest = z.infer<typeof ShareViewRequest>;

export const DeleteViewRequest = z.strictObject(oneView);
export type DeleteViewRequest = z.infer<typeof DeleteViewRequest>;

/** `null` gives the list its first columns back. */
export const KeepLayoutRequest = z.strictObject({ list: ListName, layout: ViewLayout.nullable() });
export type KeepLayoutRequest = z.infer<typeof KeepLayoutRequest>;

/** `null`: the list opens as it comes. */
export const SetDefaultViewRequest = z.strictObject({ list: ListName, viewId: Id.nullable() });
export type SetDefaultViewRequest = z.infer<typeof SetDefaultViewRequest>;

/** The view as it is now, and the change for its undo. */
export const ViewChange = z.strictObject({ view: SavedView, changeId: z.string() });
export type ViewChange = z.infer<typeof ViewChange>;
export const OtherChange = z.strictObject({ changeId: z.string() });
export type OtherChange = z.infer<typeof OtherChange>;
