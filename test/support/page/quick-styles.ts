import CSSStyleDeclaration from 'happy-dom/lib/css/declaration/CSSStyleDeclaration.js';
import CSSPropertyManager from 'happy-dom/lib/css/declaration/property-manager/CSSPropertyManager.js';
import * as own from 'happy-dom/lib/PropertySymbol.js';

/** What a clone copies; a part of it is private. */
interface Styles {
  readonly properties: Readonly<Record<string, object>>;
  readonly definedPropertyNames: Readonly<Record<string, boolean>>;
}

/**
 * happy-dom clones the styles of all ancestors of an element, with `structuredClone`, which takes several times as long as
 * a copy of these flat values.
 */
CSSPropertyManager.prototype.clone = function clone(this: CSSPropertyManager): CSSPropertyManager {
  const { properties, definedPropertyNames } = this as unknown as Styles; // as its own method sees it
  const copies = Object.entries(properties).map(([name, value]) => [name, { ...value }]);
  return Object.assign(new CSSPropertyManager(), {
    properties: Object.fromEntries(copies) as unknown,
    definedPropertyNames: { ...definedPropertyNames },
  });
};

/** What a declaration holds; it is private. */
interface Parts {
  readonly [own.computed]: boolean;
  readonly [own.element]: Element | null;
  [own.getPropertyManager](): { get(name: string): { readonly value: string } | null };
}

/** `display` of elements without styles of their own, by the name of the element. */
const displays = new Map<string, string>();

function sets(element: Element, name: string): boolean {
  return element.getAttribute('style')?.includes(name) === true;
}

function inherits(element: Element, name: string): boolean {
  for (let each: Element | null = element; each !== null; each = each.parentElement)
    if (sets(each, name)) return true;
  return false;
}

/**
 * A query by role asks for `display` and `visibility` of each element that it looks at and of its ancestors, and happy-dom
 * computes all styles of all of them for each answer. The tests load no style sheets: both follow from the name of the
 * element, unless a `style` attribute sets them.
 */
CSSStyleDeclaration.prototype.getPropertyValue = function getPropertyValue(name: string): string {
  const parts = this as unknown as Parts; // as its own method sees it
  const compute = (): string => parts[own.getPropertyManager]().get(name)?.value ?? '';
  const element = parts[own.computed] ? parts[own.element] : null;
  if (element?.isConnected !== true || element.tagName === 'DIALOG') return compute();
  if (name === 'visibility') return inherits(element, name) ? compute() : '';
  if (name !== 'display' || sets(element, name)) return compute();
  const display = displays.get(element.tagName) ?? compute();
  displays.set(element.tagName, display);
  return display;
};
