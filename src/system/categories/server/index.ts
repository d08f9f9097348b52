import { sql } from 'kysely';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { serveRecords, sliceOf } from '#platform/records/server/serve-records.ts';
import { categories } from '../contract/categories.ts';
import { categoryEndpoints, categoryProblems } from '../contract/endpoints.ts';
import { giveCode, renumberBelow } from './give-code.ts';
import * as tree from './read-tree.ts';

const part = serveRecords(categories, {
  computed: {
    hasChild: sql`case when exists (select 1 from category as child
      where child.tenant_id = ${THIS_TENANT} and child.pid = record.id) then '1' else '0' end`,
  },
  generate: giveCode,
  afterSave: renumberBelow,
  examples: { name: 'Coffee', pid: 'A01' },
});

export const categorySlice: ServerSlice = sliceOf(
  {
    name: 'categories',
    about: 'The tree of categories of a tenant, each with a code that begins with that of its parent.',
    problems: categoryProblems,
    menu: [
      {
        page: 'categories/tree',
        kind: categories,
        under: 'isystem',
        path: '/isystem/category',
        icon: 'folder',
        sort: 98,
      },
    ],
    routes: [
      route(categoryEndpoints.rootList, (context, asked) => tree.rootList(part, context, asked)),
      route(categoryEndpoints.childList, (context, asked) => tree.childList(part, context, asked)),
      route(categoryEndpoints.childrenOfMany, (context, asked) => tree.childrenOfMany(part, context, asked)),
      route(categoryEndpoints.checkCode, (context, asked) => tree.checkCode(part, context, asked)),
      route(categoryEndpoints.treeRoot, (context, asked) => tree.treeRoot(part, context, asked)),
      route(categoryEndpoints.treeChildren, (context, asked) => tree.treeLevel(part, context, asked)),
      route(categoryEndpoints.treeData, (context, asked) => tree.treeData(part, context, asked)),
      route(categoryEndpoints.findOne, (context, asked) => tree.findOne(part, context, asked)),
      route(categoryEndpoints.names, (context, asked) => tree.namesOf(part, context, asked)),
      route(categoryEndpoints.options, (context, asked) => tree.allOptions(part, context, asked)),
    ],
  },
  part,
);
