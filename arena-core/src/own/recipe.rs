//! `[own]` in `adapter.toml`: how an adapter is built over the user's own library.

use serde::Deserialize;

/// How an own build is made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// Arguments that `cargo build` gets beside the usual ones.
    #[serde(default)]
    pub cargo_args: Vec<String>,
    /// For adapters that are built by a command, the one for an own build. It is run in the adapter's folder; `{output}` stands
    /// for the executable to make, `{work}` for a folder that is its own.
    #[serde(default)]
    pub command: Vec<String>,
    /// Tools that the build needs.
    #[serde(default)]
    pub needs: Vec<String>,
    /// What the user may bring. At least one part must be there.
    pub part: Vec<Part>,
}

/// A library, installed below a prefix, or the sources of one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// The library's name: lower-case letters, digits and `-`.
    pub name: String,
    /// Packages of the pins whose code it replaces.
    pub replaces: Vec<String>,
    /// Of an installed library: headers, one of which has the version.
    #[serde(default)]
    pub headers: Vec<String>,
    /// The macros that hold the version; several are put together with dots.
    #[serde(default)]
    pub version: Vec<String>,
    /// Names of the library's file, static ones first.
    #[serde(default)]
    pub libraries: Vec<String>,
    /// The oldest version that will do.
    #[serde(default)]
    pub minimum: String,
    /// What older versions lack, in words.
    #[serde(default)]
    pub lacks: String,
    /// Of sources: files and folders that they have.
    #[serde(default)]
    pub sources: Vec<String>,
}

impl Part {
    /// The names of the variables that tell a build about the part begin with this.
    pub fn variable(&self) -> String {
        format!("NEXUSQ_{}", self.name.to_uppercase().replace('-', "_"))
    }

    fn fault(&self) -> Option<String> {
        let name = &self.name;
        if !crate::manifest::is_id(name) {
            return Some(format!(
                "part `{name}`: use lower-case letters, digits and `-`, which is not the first"
            ));
        }
        let library = [&self.headers, &self.version, &self.libraries];
        let installed = library.iter().all(|list| !list.is_empty());
        let nothing = library.iter().all(|list| list.is_empty());
        let right = if self.sources.is_empty() {
            installed
        } else {
            nothing
        };
        (!right).then(|| {
            format!("part `{name}`: give `headers`, `version` and `libraries`, or `sources` alone")
        })
    }
}

impl Recipe {
    /// What is wrong with it. `by_command` says that the adapter is built by a command.
    pub(crate) fn fault(&self, by_command: bool) -> Option<String> {
        if self.part.is_empty() {
            return Some("[own] has no [[own.part]]".to_owned());
        }
        if by_command == self.command.is_empty() || (by_command && !self.cargo_args.is_empty()) {
            return Some(
                "[own] needs a `command` if [build] has one, and otherwise none".to_owned(),
            );
        }
        self.part
            .iter()
            .find_map(Part::fault)
            .map(|fault| format!("[own] {fault}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str, by_command: bool) -> Option<String> {
        toml::from_str::<Recipe>(text).unwrap().fault(by_command)
    }

    #[test]
    fn a_recipe_has_parts_of_one_kind_each() {
        let library = "[[part]]\nname = 'x'\nreplaces = []\nheaders = ['h']\nversion = ['V']\nlibraries = ['l']\n";
        let sources = "[[part]]\nname = 'y-2'\nreplaces = ['p']\nsources = ['s']\n";
        assert_eq!(fault(&format!("{library}{sources}"), false), None);
        assert_eq!(fault(&format!("command = ['make']\n{library}"), true), None);
        assert_eq!(
            fault("part = []", false).unwrap(),
            "[own] has no [[own.part]]"
        );
        for (text, by_command, why) in [
            (library.to_owned(), true, "needs a `command`"),
            (
                format!("command = ['make']\n{library}"),
                false,
                "needs a `command`",
            ),
            (
                format!("command = ['make']\ncargo_args = ['-v']\n{library}"),
                true,
                "needs a `command`",
            ),
            (
                format!("{library}sources = ['s']\n"),
                false,
                "part `x`: give `headers`",
            ),
            (
                library.replace("libraries = ['l']", ""),
                false,
                "part `x`: give `headers`",
            ),
            (
                library.replace("'x'", "'X'"),
                false,
                "part `X`: use lower-case",
            ),
        ] {
            let fault = fault(&text, by_command).unwrap();
            assert!(fault.contains(why), "{text}: {fault}");
        }
        let part: Recipe = toml::from_str(sources).unwrap();
        assert_eq!(part.part[0].variable(), "NEXUSQ_Y_2");
    }
    /// Whoever replaces a package says which of the pins that is: its entry must leave the records.
    #[test]
    fn the_recipes_of_the_tree_replace_what_is_pinned() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent();
        let root = root.unwrap();
        let (adapters, errors) = crate::manifest::read_all(root, &[]);
        assert!(errors.is_empty(), "{errors:?}");
        let mut with_recipe = Vec::new();
        for adapter in &adapters {
            let Some(own) = &adapter.own else { continue };
            with_recipe.push(adapter.name.as_str());
            let pins = adapter.implementations.iter().flat_map(|one| &one.pins);
            let packages =
                pins.flat_map(|pin| crate::pins::read(&root.join("vendor"), pin).unwrap());
            let names: Vec<String> = packages.map(|package| package.name).collect();
            for replaced in own.part.iter().flat_map(|part| &part.replaces) {
                assert!(names.contains(replaced), "{}: {replaced}", adapter.name);
            }
        }
        assert_eq!(
            with_recipe,
            ["aws-lc", "botan", "circl", "liboqs", "openssl", "pqcp"]
        );
    }
}
