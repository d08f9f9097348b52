// React Aria would write a style element into the document, which the content security policy refuses, unless one with this id
// is there; `date.css` has the rule.
const STYLE_ID = 'react-aria-pressable-style';

if (!document.getElementById(STYLE_ID)) {
  const mark = document.createElement('meta');
  mark.id = STYLE_ID;
  document.head.append(mark);
}
