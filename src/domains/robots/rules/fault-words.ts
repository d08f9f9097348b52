import { MATERIAL_EMPTY } from '#domains/beverages/rules/material-level.ts';
import type { Fault } from '#domains/robots/contract/messages.ts';

/** The slice's texts about faults in the reader's language; nothing where it has none. */
export interface FaultTexts {
  /** Words for a code. */
  ofCode(code: string): string | undefined;
  ofMaterial(code: string): string | undefined;
  /** That a material has run out. */
  outOf(material: string): string;
}

/** A fault in the language of the reader where its code is known, else in the robot's own words. */
export function faultWords({ code, part, text }: Fault, texts: FaultTexts): string {
  if (code === MATERIAL_EMPTY && part !== undefined) return texts.outOf(texts.ofMaterial(part) ?? part);
  return texts.ofCode(code) ?? text ?? (part === undefined ? code : `${part}: ${code}`);
}
