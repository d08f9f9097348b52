import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type SelectAttributes, SelectBox } from '../select/select-box.tsx';
import { Tree } from '../tree/tree.tsx';
import { firstFound, type TreeNode, visibleNodes, wayTo } from '../tree/visible-nodes.ts';
import './tree-select.css';

export interface TreeSelectProps {
  attributes?: SelectAttributes | undefined;
  /** Names the tree; and the box itself where no label points to its id. */
  label: string;
  nodes: readonly TreeNode[];
  /** '' without a choice. */
  value: string;
  onChange: (key: string) => void;
  /** May the choice be taken back? */
  canBeNone?: boolean;
}

/** One node of a tree, found by its words or by the way to it. */
export function TreeSelect({ attributes, label, nodes, value, onChange, canBeNone }: TreeSelectProps) {
  const way = wayTo(nodes, value);
  return (
    <SelectBox
      attributes={attributes}
      label={label}
      shown={way.at(-1)?.label}
      onClear={canBeNone ? () => onChange('') : undefined}
    >
      {(startText, close) => (
        <TreePicker
          label={label}
          nodes={nodes}
          value={value}
          startText={startText}
          onChoose={(key) => {
            onChange(key);
            close();
          }}
        />
      )}
    </SelectBox>
  );
}

interface TreePickerProps extends Pick<TreeSelectProps, 'label' | 'nodes' | 'value'> {
  startText: string;
  onChoose: (key: string) => void;
}

function TreePicker({ label, nodes, value, startText, onChoose }: TreePickerProps) {
  const { t } = useTranslation('ui');
  const [sought, setSought] = useState(startText);
  const tree = useRef<HTMLDivElement>(null);
  const chosen = useMemo(() => new Set(value === '' ? [] : [value]), [value]);
  const lines = visibleNodes(nodes, chosen, sought);
  const pressed = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const found = firstFound(lines, sought);
    if (event.key === 'ArrowDown') tree.current?.querySelector<HTMLElement>('[role=treeitem][tabindex="0"]')?.focus();
    else if (event.key === 'Enter' && found) onChoose(found.key);
    // never sends the form around
    else if (event.key !== 'Enter') return;
    event.preventDefault();
  };
  return (
    <div className="tree-picker">
      <input
        type="search"
        data-focus-first
        aria-label={t('filter.searchIn', { label })}
        placeholder={t('filter.type')}
        autoComplete="off"
        maxLength={100}
        value={sought}
        onChange={(event) => setSought(event.target.value)}
        onKeyDown={pressed}
      />
      <div ref={tree} className="tree-picker-nodes">
        {lines.length > 0 && <Tree label={label} nodes={nodes} chosen={chosen} onChoose={onChoose} sought={sought} />}
      </div>
      <p role="status" className="option-note">
        {lines.length === 0 && t('filter.nothing')}
      </p>
    </div>
  );
}
