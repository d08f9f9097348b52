import type { OrderStatus } from '#domains/orders/contract/order.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import type { TestServer } from '#platform/testing/test-server.ts';

interface OrderAt {
  readonly robotId: string;
  readonly imei: string;
  readonly spotId: string;
  readonly status: OrderStatus;
}

/** An order of this robot, as far as the fleet looks at it; answers its number. */
export async function anOpenOrder(server: TestServer, tenantId: string, at: OrderAt): Promise<string> {
  const now = server.services.clock.now();
  const order_no = newId();
  await server.services.database.write(tenantId, (db) =>
    db
      .insertInto('coffee_order')
      .values({
        ...{ order_no, spot_id: at.spotId, robot_id: at.robotId, robot_imei: at.imei, status: at.status },
        ...{ channel: 'app', paid_by: 'online', currency: 'NOK', goods_summary: 'Latte', cups: 1, price: '{}' },
        ...{ subtotal_minor: 4_500, total_minor: 4_500, payable_minor: 4_500, created_at: now, changed_at: now },
      })
      .execute(),
  );
  return order_no;
}
