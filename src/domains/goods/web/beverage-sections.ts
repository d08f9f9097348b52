import type { RecordSection } from '#system/records/web/record-page.tsx';

/** The parts of a drink, in its form and on its page. */
export const BEVERAGE_SECTIONS: readonly RecordSection[] = [
  {
    key: 'basics',
    fields: [['name', 'nameZh'], 'shortTitle', 'description', ['menuId', 'temperature'], ['status', 'sort']],
  },
  { key: 'pictures', fields: ['image', 'headImage', 'bodyImages'] },
  { key: 'prices', fields: [['originalPriceMinor', 'priceMinor'], 'taxRate'] },
  { key: 'options', fields: ['optionGroups'] },
  { key: 'recipe', fields: ['recipe'] },
  { key: 'machine', fields: ['productionSeconds', 'drawingMachine', 'foamPrinting'] },
];
