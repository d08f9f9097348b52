import { useQuery } from '@tanstack/react-query';
import type { Endpoint } from '#platform/http/contract/endpoint.ts';
import { call } from '#platform/http/web/call.ts';
import { readersName } from '#platform/i18n/web/readers-name.ts';
import { DICTIONARY_PAGE_SIZE } from '#system/dictionaries/contract/dictionary.ts';
import { type Position, positions } from '#system/positions/contract/positions.ts';
import { type Role, roles } from '#system/roles/contract/roles.ts';
import { useCan } from '#ui/allowed/allowed.tsx';
import { type LoadPage, PickerList, type PickerOption } from '#ui/picker/picker-list.tsx';
import { type BoxProps, Picker } from './picker.tsx';
import { usePicking } from './use-picking.ts';

/** Enough for the names of a choice: a tenant has tens of roles and positions. */
const ALL = 200;

const roleOption = (role: Role, store: 'roleCode' | 'id'): PickerOption => ({
  value: role[store],
  label: readersName({ name: role.roleName, nameZh: role.roleNameZh }),
  hint: role.roleCode,
});
const positionOption = (position: Position, store: 'code' | 'id'): PickerOption => ({
  value: position[store],
  label: position.name,
  hint: position.code,
});

const loadRoles =
  (store: 'roleCode' | 'id', pageSize = DICTIONARY_PAGE_SIZE): LoadPage =>
  async (word, pageNo, signal) => {
    const request = { pageNo, pageSize, ...(word === '' ? {} : { keyword: word }) };
    const page = await call(roles.endpoints.page, request, { signal, notices: 'none' });
    return { pages: page.pages, options: page.records.map((role) => roleOption(role, store)) };
  };
const loadPositions =
  (store: 'code' | 'id', pageSize = DICTIONARY_PAGE_SIZE): LoadPage =>
  async (word, pageNo, signal) => {
    const sorted = { column: 'name', order: 'asc' } as const;
    const request = { pageNo, pageSize, ...sorted, ...(word === '' ? {} : { name: `*${word}*` }) };
    const page = await call(positions.endpoints.page, request, { signal, notices: 'none' });
    return { pages: page.pages, options: page.records.map((position) => positionOption(position, store)) };
  };

interface Source {
  /** Of the query. */
  readonly name: string;
  readonly by: Pick<Endpoint, 'permission'>;
  readonly page: LoadPage;
  readonly all: LoadPage;
}

const rolesBy = (store: 'roleCode' | 'id'): Source => ({
  name: `role ${store}`,
  by: roles.endpoints.page,
  page: loadRoles(store),
  all: loadRoles(store, ALL),
});
const positionsBy = (store: 'code' | 'id'): Source => ({
  name: `position ${store}`,
  by: positions.endpoints.page,
  page: loadPositions(store),
  all: loadPositions(store, ALL),
});
const ROLES = { roleCode: rolesBy('roleCode'), id: rolesBy('id') };
const POSITIONS = { code: positionsBy('code'), id: positionsBy('id') };

function useListNames({ name, by, all }: Source, value: string): ReadonlyMap<string, string> {
  const isAllowed = useCan(by);
  const { data } = useQuery({
    queryKey: ['pickers', name],
    enabled: isAllowed && value !== '',
    staleTime: 300_000,
    queryFn: ({ signal }) => all('', 1, signal),
  });
  return new Map(data?.options.map((option) => [option.value, option.label]));
}
/** The names of roles by what of them is stored. */
export const useRoleNames = (value: string, store: 'roleCode' | 'id') => useListNames(ROLES[store], value);
/** The names of positions by what of them is stored. */
export const usePositionNames = (value: string, store: 'code' | 'id') => useListNames(POSITIONS[store], value);

/** A role of the tenant, or several; stored by code, or by id. */
export function RolePicker({ store = 'roleCode', ...props }: BoxProps & { store?: 'roleCode' | 'id' }) {
  return <ListPicker {...props} source={ROLES[store]} />;
}

/** A position of the tenant, or several; stored by code, or by id. */
export function PositionPicker({ store = 'code', ...props }: BoxProps & { store?: 'code' | 'id' }) {
  return <ListPicker {...props} source={POSITIONS[store]} />;
}

interface ListPickerProps extends BoxProps {
  source: Source;
}

function ListPicker({ source, ...props }: ListPickerProps) {
  const { value, label, isMulti = false } = props;
  const isAllowed = useCan(source.by);
  const picking = usePicking(props, useListNames(source, value));
  return (
    <Picker {...props} isAllowed={isAllowed} picking={picking}>
      <PickerList label={label} load={source.page} chosen={picking.draft} isMulti={isMulti} onToggle={picking.toggle} />
    </Picker>
  );
}
