import type { OpenProduct } from './global-setup.ts';
import { goodsOnSale, insist, type Menu } from './storefront-client.ts';
import { query } from './test-captcha.ts';
import { until } from './until.ts';

/** Whose customers buy. */
export const TENANT = '1000';

/** With the app, paid by card; one that is declined, as happens now and then, is bought again. Answers the number of the order. */
export async function buyEspresso(product: OpenProduct): Promise<string> {
  const shop = product.fleet.storefrontKeys.find((key) => key.tenantId === TENANT && key.channel === 'app')!;
  const storefront = async <T>(path: string, body?: object): Promise<T> =>
    (await insist<T>(`${product.url}/storefront/v1/${path}`, { authorization: `Bearer ${shop.key}` }, body)).result;
  const [espresso] = await goodsOnSale(
    () => storefront<Menu>(`spots/${shop.spotId}/menu`),
    ({ name }) => name === 'Espresso',
  );
  const lines = [{ goodsId: espresso!.goodsId, quantity: 1, optionIds: [] }];
  const { orderNo } = await storefront<{ orderNo: string }>('orders', { spotId: shop.spotId, paidBy: 'card', lines });
  await storefront(`orders/${orderNo}/pay`, { paymentMethod: 'pm_card_visa' });
  const status = await until(`the payment of ${orderNo}`, async () => {
    const { rows } = await query(product, 'select status from payment where order_no = $1', [orderNo]);
    const [found] = rows as { status: string }[];
    return ['succeeded', 'failed'].includes(found?.status ?? '') && found?.status;
  });
  return status === 'succeeded' ? orderNo : buyEspresso(product);
}
