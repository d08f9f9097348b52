/** The Chinese name for Chinese readers where there is one, else the name (decision 37). */
export function localName(language: string, name: string, nameZh: string): string {
  return language.startsWith('zh') && nameZh !== '' ? nameZh : name;
}
