import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { BooleanField, IntField, pageFields, Text } from '#platform/http/contract/fields.ts';
import { categories } from './categories.ts';

const nodeFields = {
  /** Key and value are the id: components of the older console read one or the other (system-api.md 5.7). */
  key: z.string(),
  value: z.string(),
  title: z.string(),
  code: z.string(),
  parentId: z.string(),
  isLeaf: z.boolean(),
  icon: z.null(),
};

/** A category in a tree to choose from; `children` is null at a leaf, and where only one level was asked for. */
export interface CategoryNode extends z.infer<z.ZodObject<typeof nodeFields>> {
  children: CategoryNode[] | null;
}
export const CategoryNode: z.ZodType<CategoryNode> = z.strictObject({
  ...nodeFields,
  get children() {
    return z.array(CategoryNode).nullable();
  },
});

export const CategoryOption = z.strictObject({ value: z.string(), text: z.string(), title: z.string() });

const permission = categories.permission('view');
const read = { method: 'GET', alsoMethods: ['POST'], permission, effect: 'read' } as const;
const { page, one } = categories.endpoints;
const Code = Text(200);
const Ids = z.string().max(20_000);

/** Reads of the tree that are no list: for its page, and for pickers of older clients. */
export const categoryEndpoints = {
  rootList: endpoint({
    ...read,
    path: '/sys/category/rootList',
    request: page.request,
    response: page.response,
    summary: 'Categories without a parent; with a name or a code, those of all levels that have it',
  }),
  childList: endpoint({
    ...read,
    path: '/sys/category/childList',
    request: page.request,
    response: z.array(one.response),
    summary: 'All categories right below one, in the order of their codes',
  }),
  childrenOfMany: endpoint({
    ...read,
    path: '/sys/category/getChildListBatch',
    // the older client sends no paging and wants them all
    request: z.strictObject({ ...pageFields, pageSize: IntField(1, 200).default(200), parentIds: Ids }),
    response: page.response,
    summary: 'Categories right below several, in the order of their codes',
  }),
  checkCode: endpoint({
    ...read,
    path: '/sys/category/checkCode',
    request: z.strictObject({ pid: Text(64).optional(), code: Code.optional() }),
    response: z.null(),
    summary: 'Whether a code begins with that of the parent',
  }),
  treeRoot: endpoint({
    ...read,
    path: '/sys/category/loadTreeRoot',
    request: z.strictObject({ async: BooleanField.default(true), pcode: Code.optional() }),
    response: z.array(CategoryNode),
    summary: 'What lies below the category with a code, or below none: one level, or all with `async` false',
  }),
  treeChildren: endpoint({
    ...read,
    path: '/sys/category/loadTreeChildren',
    request: z.strictObject({ pid: Text(64).optional() }),
    response: z.array(CategoryNode),
    summary: 'One level of the tree',
  }),
  treeData: endpoint({
    ...read,
    path: '/sys/category/loadTreeData',
    request: z.strictObject({
      pid: Text(64).optional(),
      pcode: Code.optional(),
      /** JSON of filters on name and code, as such or URI-encoded. */
      condition: z.string().max(2_000).optional(),
    }),
    response: z.array(CategoryNode),
    summary: 'One level of the tree, below an id or a code, narrowed by a condition',
  }),
  findOne: endpoint({
    ...read,
    path: '/sys/category/loadOne',
    request: z.strictObject({ field: z.enum(['id', 'code', 'name', 'pid']), val: Text(200, 1) }),
    response: one.response,
    summary: 'The category whose field has a value',
  }),
  names: endpoint({
    ...read,
    path: '/sys/category/loadDictItem',
    request: z.strictObject({ ids: Ids, delNotExist: BooleanField.default(true) }),
    response: z.array(z.string()),
    summary: 'Names of categories by id, in the order that was asked',
  }),
  options: endpoint({
    ...read,
    path: '/sys/category/loadAllData',
    request: z.strictObject({ code: Code.optional() }),
    response: z.array(CategoryOption),
    summary: 'All categories to choose from, or those whose code begins so',
  }),
};

export const categoryProblems = {
  'category.nothing-found': 409,
  'category.several-found': 409,
  'category.code-unknown': 409,
  'category.code-empty': 422,
  'category.code-prefix': 422,
  /** The parent has as many as codes can number. */
  'category.full': 409,
  'category.too-deep': 409,
} as const;
