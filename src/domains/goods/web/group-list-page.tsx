import { useTranslation } from 'react-i18next';
import { joinWords } from '#platform/i18n/rules/join-words.ts';
import { readersName } from '#platform/i18n/web/readers-name.ts';
import { DictionarySelectField } from '#system/dictionaries/web/index.ts';
import { blankRow } from '#system/records/web/form-page.tsx';
import { recordsPage } from '#system/records/web/page.tsx';
import { SwitchField } from '#ui/fields/checkbox-field.tsx';
import { MoneyField } from '#ui/fields/money-field.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useForm } from '#ui/form-dialog/form-context.ts';
import { useLanguage } from '#ui/language/use-language.ts';
import { RowsField } from '#ui/rows/rows-field.tsx';
import { type Group, groups } from '../contract/groups.ts';
import './goods.css';

export default recordsPage(groups, {
  icon: 'folder',
  shown: ['name', 'kind', 'required', 'categories', 'costMinor', 'beverageCount', 'sort'],
  defaultSort: { by: 'sort', order: 'asc' },
  cells: { categories: (group) => <Names group={group} /> },
  form: () => <GroupForm />,
  formWidth: 760,
});

function Names({ group }: { group: Group }) {
  const language = useLanguage();
  return group.categories.length === 0 ? '–' : joinWords(group.categories.map(readersName), language);
}

function GroupForm() {
  const { t } = useTranslation('goods-groups');
  const { values } = useForm();
  const { categories } = groups.fields;
  const hasSeveral = values['kind'] === 'multiple';
  return (
    <>
      <div className="form-row">
        <TextField name="name" />
        <TextField name="nameZh" />
      </div>
      <div className="form-row">
        <DictionarySelectField name="kind" code="option_group_kind" />
        <NumberField name="sort" hint={t('hint.sort')} />
      </div>
      <SwitchField name="required" />
      {hasSeveral && (
        <div className="form-row">
          <NumberField name="minChoices" hint={t('hint.limits')} />
          <NumberField name="maxChoices" />
        </div>
      )}
      <MoneyField name="costMinor" hint={t('hint.cost')} />
      <RowsField
        name="categories"
        blank={blankRow(categories)}
        {...(categories.max === undefined ? {} : { max: categories.max })}
        rowName={(place) => t('kind.row.categories', { number: place + 1 })}
        addLabel={t('kind.addRow.categories')}
        hint={t('hint.categories')}
      >
        {(at) => (
          <>
            <TextField name={`${at}.name`} />
            <TextField name={`${at}.nameZh`} />
            <MoneyField name={`${at}.costMinor`} />
          </>
        )}
      </RowsField>
    </>
  );
}
