import {
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  DefaultInsertValueNode,
  type DeleteQueryNode,
  IdentifierNode,
  type InsertQueryNode,
  JoinNode,
  type KyselyPlugin,
  OnNode,
  type OperationNode,
  OperationNodeTransformer,
  OperatorNode,
  PrimitiveValueListNode,
  type QueryId,
  type QueryResult,
  ReferenceNode,
  type RootOperationNode,
  SchemableIdentifierNode,
  type SelectQueryNode,
  sql,
  TableNode,
  type UnknownRow,
  type UpdateQueryNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
  WhereNode,
} from 'kysely';
import { mustHold } from '#platform/invariants/rules/must-hold.ts';
import { TENANT_TABLES } from './tables.gen.ts';

const MARK = Symbol('the tenant of the handle');

/**
 * The tenant of the handle that a query written by hand is given to: `from robot where robot.tenant_id = ${THIS_TENANT}`. Each
 * query says it, those within others too: a database that lies on several machines finds the one by it (decision 107).
 */
export const THIS_TENANT = sql<number>`${MARK}`;

/**
 * Adds the tenant to every statement on a tenant table: a condition on select, update, delete and join, a value on
 * insert. Row policies are the second lock (security 3.6); this one is the first.
 */
export class TenantFilter implements KyselyPlugin {
  readonly #transformer: TenantTransformer;

  readonly #tenantId: string;

  constructor(tenantId: string) {
    this.#transformer = new TenantTransformer(tenantId);
    this.#tenantId = tenantId;
  }

  transformQuery({ node }: { node: RootOperationNode }): RootOperationNode {
    return this.#transformer.transformNode(node);
  }

  async transformResult({ result }: { result: QueryResult<UnknownRow> }): Promise<QueryResult<UnknownRow>> {
    rowsOfOneTenant(result.rows, this.#tenantId);
    return result;
  }
}

/**
 * The third check, after filter and row policies: rows with a tenant must be this tenant's before they are returned
 * (security 19.5). Templates of hand-written SQL, which the filter does not reach, are meant above all.
 */
export function rowsOfOneTenant(rows: readonly unknown[], tenantId: string): void {
  const first = rows[0];
  if (typeof first !== 'object' || first === null || !('tenant_id' in first)) return;
  for (const row of rows as readonly { tenant_id: unknown }[])
    mustHold('tenant.rows-of-one-tenant', String(row.tenant_id) === tenantId, {
      object: tenantId,
      found: String(row.tenant_id),
    });
}

class TenantTransformer extends OperationNodeTransformer {
  readonly #tenantId: string;

  constructor(tenantId: string) {
    super();
    this.#tenantId = tenantId;
  }

  protected override transformValue(node: ValueNode, queryId?: QueryId): ValueNode {
    return node.value === MARK ? ValueNode.create(this.#tenantId) : super.transformValue(node, queryId);
  }

  protected override transformSelectQuery(node: SelectQueryNode, queryId?: QueryId): SelectQueryNode {
    const done = super.transformSelectQuery(node, queryId);
    return this.#restrict(done, done.from?.froms ?? []);
  }

  protected override transformUpdateQuery(node: UpdateQueryNode, queryId?: QueryId): UpdateQueryNode {
    const done = super.transformUpdateQuery(node, queryId);
    return this.#restrict(done, [...(done.table ? [done.table] : []), ...(done.from?.froms ?? [])]);
  }

  protected override transformDeleteQuery(node: DeleteQueryNode, queryId?: QueryId): DeleteQueryNode {
    const done = super.transformDeleteQuery(node, queryId);
    return this.#restrict(done, [...done.from.froms, ...(done.using?.tables ?? [])]);
  }

  /** Conditions of a joined table belong to its ON clause, so that a left join stays one. */
  protected override transformJoin(node: JoinNode, queryId?: QueryId): JoinNode {
    const done = super.transformJoin(node, queryId);
    const condition = this.#conditionFor(done.table);
    if (!condition) return done;
    const on = done.on ? AndNode.create(done.on.on, condition) : condition;
    return JoinNode.createWithOn(done.joinType, done.table, OnNode.create(on).on);
  }

  protected override transformInsertQuery(node: InsertQueryNode, queryId?: QueryId): InsertQueryNode {
    const done = super.transformInsertQuery(node, queryId);
    if (!done.into || !isTenantTable(done.into)) return done;
    if (!done.values || !ValuesNode.is(done.values) || !done.columns) {
      throw new Error(
        'An insert into a tenant table lists its values; write "insert … select" as a sql template with the tenant in it',
      );
    }
    if (done.columns.some((column) => column.column.name === 'tenant_id')) {
      throw new Error('tenant_id is added by the handle, never by the caller');
    }
    return {
      ...done,
      columns: [ColumnNode.create('tenant_id'), ...done.columns],
      values: ValuesNode.create(
        done.values.values.map((row) =>
          PrimitiveValueListNode.is(row)
            ? PrimitiveValueListNode.create([this.#tenantId, ...row.values])
            : ValueListNode.create([
                ValueNode.create(this.#tenantId),
                ...row.values.map((value) => (DefaultInsertValueNode.is(value) ? value : value)),
              ]),
        ),
      ),
    };
  }

  #restrict<Node extends SelectQueryNode | UpdateQueryNode | DeleteQueryNode>(
    node: Node,
    tables: readonly OperationNode[],
  ): Node {
    let where = node.where;
    for (const table of tables) {
      const condition = this.#conditionFor(table);
      if (condition)
        where = where ? WhereNode.cloneWithOperation(where, 'And', condition) : WhereNode.create(condition);
    }
    return where === node.where ? node : { ...node, where };
  }

  #conditionFor(table: OperationNode): OperationNode | undefined {
    const named = tableAndAlias(table);
    if (!named || !TENANT_TABLES.has(named.table)) return undefined;
    return BinaryOperationNode.create(
      ReferenceNode.create(ColumnNode.create('tenant_id'), tableNamed(named.alias)),
      OperatorNode.create('='),
      ValueNode.create(this.#tenantId),
    );
  }
}

function tableNamed(name: string): TableNode {
  return { kind: 'TableNode', table: SchemableIdentifierNode.create(name) };
}

function isTenantTable(node: OperationNode): boolean {
  const named = tableAndAlias(node);
  return named !== undefined && TENANT_TABLES.has(named.table);
}

function tableAndAlias(node: OperationNode): { table: string; alias: string } | undefined {
  if (TableNode.is(node)) {
    const name = node.table.identifier.name;
    return { table: name, alias: name };
  }
  if (node.kind === 'AliasNode') {
    const { node: inner, alias } = node as unknown as { node: OperationNode; alias: OperationNode };
    const named = tableAndAlias(inner);
    return named && IdentifierNode.is(alias) ? { table: named.table, alias: alias.name } : undefined;
  }
  return undefined;
}
