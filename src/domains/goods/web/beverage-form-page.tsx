import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { recordFormPage } from '#system/records/web/form-page.tsx';
import { TreeSelectField } from '#ui/tree-select/tree-select-field.tsx';
import { BEVERAGE_LIST, beveragePage } from '../contract/addresses.ts';
import { beverages } from '../contract/beverages.ts';
import { BEVERAGE_SECTIONS } from './beverage-sections.ts';
import { menuNodes } from './menu-nodes.ts';
import { OptionsField } from './options-field.tsx';
import { PriceField } from './price-field.tsx';
import { RecipeField } from './recipe-field.tsx';
import { TaxField } from './tax-field.tsx';
import './goods.css';

export default recordFormPage(beverages, {
  sections: BEVERAGE_SECTIONS,
  list: BEVERAGE_LIST,
  pageOf: beveragePage,
  inputs: {
    menuId: () => <MenuField />,
    priceMinor: () => <PriceField />,
    taxRate: () => <TaxField />,
    optionGroups: () => <OptionsField />,
    recipe: () => <RecipeField />,
  },
});

function MenuField() {
  const { t } = useTranslation('beverages');
  const { data = [] } = useQuery({
    queryKey: ['goods-menus', 'nodes'],
    queryFn: ({ signal }) => menuNodes(signal),
  });
  return <TreeSelectField name="menuId" label={t('field.menuId')} nodes={data} />;
}
