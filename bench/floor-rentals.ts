import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';

interface RentalsBody {
  tenantId: number;
  status: number;
  from?: string;
  to?: string;
  pageNo: number;
  pageSize: number;
}

const COLUMNS = `o.id, o.order_no, o.status, o.step, o.kind, o.not_lent, o.cabinet_imei, o.cabinet_name, o.spot_id, s.name as spot_name,
  s.name_zh as spot_name_zh, o.serial, o.return_cabinet_imei, o.return_cabinet_name, o.plan_name, o.currency, o.tax_rate, o.deposit_minor,
  o.fee_minor, o.tax_minor, o.paid_minor, o.refunded_minor, o.created_at, o.started_at, o.returned_at, o.ended_at, o.ended_by,
  o.ended_by_name, o.end_reason, o.review, o.customer_id`;
const MATCHING = `o.tenant_id = $1 and o.status = $2 and ($3::timestamptz is null or o.created_at >= $3)
  and ($4::timestamptz is null or o.created_at < $4)`;

/** The list of rentals as plain SQL: a page with OFFSET, and an exact count. */
export function answerRentals(app: FastifyInstance, pool: Pool): void {
  app.post<{ Body: RentalsBody }>('/rentals', async ({ body }) => {
    const values = [body.tenantId, body.status, body.from ?? null, body.to ?? null];
    const rows = await pool.query(
      `select ${COLUMNS} from rental_order o left join spot s on s.tenant_id = o.tenant_id and s.id = o.spot_id
        where ${MATCHING} order by o.created_at desc, o.id desc limit $5 offset $6`,
      [...values, body.pageSize, (body.pageNo - 1) * body.pageSize],
    );
    const count = await pool.query(`select count(*) as total from rental_order o where ${MATCHING}`, values);
    return { records: rows.rows, total: count.rows[0].total };
  });
}
