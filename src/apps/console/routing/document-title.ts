/** Page, tenant and product; a page without a title leaves the product's name, `Smart IOT Device` unless configured. */
export function documentTitle(page: string, tenant: string, product: string): string {
  return [page, tenant, product || 'Smart IOT Device'].filter(Boolean).join(' · ');
}
