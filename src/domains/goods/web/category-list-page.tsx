import { useTranslation } from 'react-i18next';
import { DictionarySearchField } from '#system/dictionaries/web/index.ts';
import { recordsPage } from '#system/records/web/page.tsx';
import { MoneyField } from '#ui/fields/money-field.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { categories } from '../contract/categories.ts';
import { groups } from '../contract/groups.ts';

export default recordsPage(categories, {
  icon: 'list',
  shown: ['name', 'nameZh', 'groupId', 'costMinor', 'sort', 'createdAt'],
  form: () => <CategoryForm />,
});

function CategoryForm() {
  const { t } = useTranslation('goods-categories');
  return (
    <>
      <TextField name="name" />
      <TextField name="nameZh" />
      <DictionarySearchField name="groupId" code={groups.dictionary} />
      <MoneyField name="costMinor" hint={t('hint.cost')} />
      <NumberField name="sort" hint={t('hint.sort')} />
    </>
  );
}
