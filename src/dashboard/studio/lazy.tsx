import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { failureOf } from './failure.js';
import { FailureNote, Waiting } from './ui/states.js';

/** A component that is loaded when it is first shown. */
export function lazy(load: () => Promise<ComponentType>): ComponentType {
  let loaded: ComponentType | undefined;
  return function Lazy() {
    const [Component, setComponent] = useState<ComponentType | undefined>(() => loaded);
    const [error, setError] = useState<unknown>();
    useEffect(() => {
      if (loaded) return;
      load().then((component) => {
        loaded = component;
        setComponent(() => component);
      }, setError);
    }, []);
    if (error !== undefined) return <FailureNote failure={failureOf(error)} retry={() => location.reload()} />;
    return Component ? <Component /> : <Waiting />;
  };
}
