/**
 * What every element of the page is made with, in place of React's own function: `vite.config.ts` and `vitest.config.ts` name it.
 * So no component can show a text of a record, a name or a title that turns the direction of its letters, on the screen or on
 * paper. Values, attributes and what an input holds stay as they are: ids are compared, and what is edited is sent.
 */
import {
  jsx as createElement,
  jsxs as createElementWithChildren,
  Fragment,
  type JSX,
} from 'react/jsx-runtime';
import { neutralizeDirectionControls } from '#contract/visible-id.ts';

type Create = typeof createElement;

/** Returns children with harmless texts; the same value where all are harmless, as nearly always. */
function toShownChildren(children: unknown): unknown {
  if (typeof children === 'string') return neutralizeDirectionControls(children);
  if (!Array.isArray(children)) return children;
  let shown: unknown[] | null = null;
  for (let at = 0; at < children.length; at += 1) {
    const child: unknown = children[at];
    const harmless = toShownChildren(child);
    if (harmless === child) continue;
    shown ??= [...children];
    shown[at] = harmless;
  }
  return shown ?? children;
}

function toShownProps<P>(props: P): P {
  if (typeof props !== 'object' || props === null || !('children' in props)) return props;
  const children = toShownChildren(props.children);
  return children === props.children ? props : { ...props, children };
}

/** Makes an element with one child or none, as the compiler calls it. */
export const jsx: Create = (type, props, key) => createElement(type, toShownProps(props), key);

/** Makes an element with several children, as the compiler calls it. */
export const jsxs: Create = (type, props, key) => createElementWithChildren(type, toShownProps(props), key);

export { Fragment, type JSX };
