import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { Icon } from '../icon/icon.tsx';
import { type TreeNode, visibleNodes, wayTo } from './visible-nodes.ts';
import './tree.css';

export interface TreeProps {
  /** Spoken name. */
  label: string;
  nodes: readonly TreeNode[];
  chosen: ReadonlySet<string>;
  /** Several may be chosen: a mark stands before each. */
  isMulti?: boolean;
  onChoose: (key: string) => void;
  /** Only nodes that contain it, with the way to them. */
  sought?: string;
  /** A box before each node in place of the mark behind it; `mixed` where it is ticked in part. */
  stateOf?: (node: TreeNode) => CheckState;
  /** Why a node cannot be ticked now. */
  reasonOf?: (node: TreeNode) => string | undefined;
  /** Behind the label, such as a button. */
  after?: (node: TreeNode) => ReactNode;
}

export type CheckState = 'true' | 'false' | 'mixed';

/** A tree after the ARIA Authoring Practices: arrows move, right and left open and close, Space or Enter choose. */
export function Tree(props: TreeProps) {
  const { label, nodes, chosen, isMulti = false, sought, stateOf, reasonOf, after } = props;
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set([...nodes, ...waysTo(nodes, chosen)].map((node) => node.key)),
  );
  const [cursor, setCursor] = useState<string>();
  const list = useRef<HTMLDivElement>(null);
  const lines = visibleNodes(nodes, open, sought);
  const at = Math.max(
    0,
    lines.findIndex(({ node }) => node.key === (cursor ?? [...chosen][0])),
  );
  const toggle = (key: string, isOpen: boolean) =>
    setOpen((now) => {
      const next = new Set(now);
      if (isOpen) next.add(key);
      else next.delete(key);
      return next;
    });
  const go = (to: number) => {
    const line = lines[to];
    if (!line) return;
    setCursor(line.node.key);
    list.current?.querySelectorAll<HTMLElement>('[role=treeitem]')[to]?.focus();
  };
  const onChoose = (node: TreeNode) => {
    if (reasonOf?.(node) === undefined) props.onChoose(node.key);
  };
  const pressed = (event: KeyboardEvent) => {
    const line = lines[at];
    // a button behind a label keeps its keys
    if (!line || (event.target instanceof HTMLButtonElement && (event.key === ' ' || event.key === 'Enter'))) return;
    const { node, isOpen, parent } = line;
    if (event.key === 'ArrowDown') go(at + 1);
    else if (event.key === 'ArrowUp') go(at - 1);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(lines.length - 1);
    else if (event.key === 'ArrowRight' && isOpen === false) toggle(node.key, true);
    else if (event.key === 'ArrowRight' && isOpen) go(at + 1);
    else if (event.key === 'ArrowLeft' && isOpen) toggle(node.key, false);
    else if (event.key === 'ArrowLeft') go(lines.findIndex((one) => one.node.key === parent));
    else if (event.key === ' ' || event.key === 'Enter') onChoose(node);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div role="tree" aria-label={label} aria-multiselectable={isMulti} className="tree" ref={list} onKeyDown={pressed}>
      {lines.map(({ node, level, position, siblings, isOpen }, index) => {
        const state = stateOf?.(node);
        const isChosen = state === undefined && chosen.has(node.key);
        const reason = reasonOf?.(node);
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the tree's
          <div
            key={node.key}
            role="treeitem"
            aria-level={level}
            aria-posinset={position}
            aria-setsize={siblings}
            aria-expanded={isOpen}
            {...(state === undefined ? { 'aria-selected': isChosen } : { 'aria-checked': state })}
            {...(reason === undefined ? {} : { 'aria-disabled': true, 'aria-description': reason, 'data-tip': reason })}
            tabIndex={index === at ? 0 : -1}
            className="tree-line"
            data-level={Math.min(level, 8)}
            onClick={() => {
              setCursor(node.key);
              onChoose(node);
            }}
          >
            <span
              className="tree-twist"
              aria-hidden="true"
              onClick={(event) => {
                if (isOpen === undefined) return;
                event.stopPropagation();
                toggle(node.key, !isOpen);
              }}
            >
              {isOpen !== undefined && <Icon name={isOpen ? 'down' : 'next'} size={14} />}
            </span>
            {state !== undefined && (
              <span className="tree-box" data-state={state} aria-hidden="true">
                {state === 'true' && <Icon name="check" size={12} />}
              </span>
            )}
            <span className="tree-label">{node.label}</span>
            {after && (
              // biome-ignore lint/a11y/noStaticElementInteractions: what stands here has keys of its own
              // biome-ignore lint/a11y/useKeyWithClickEvents: a press on it is no press on the node
              <span className="tree-after" onClick={(event) => event.stopPropagation()}>
                {after(node)}
              </span>
            )}
            {isChosen && <Icon name="check" size={16} />}
          </div>
        );
      })}
    </div>
  );
}

/** What is chosen is in sight from the start. */
function waysTo(nodes: readonly TreeNode[], chosen: ReadonlySet<string>): TreeNode[] {
  return [...chosen].flatMap((key) => wayTo(nodes, key).slice(0, -1));
}
